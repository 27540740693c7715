//! Signatures of all operators whose result sort follows by unification.
//!
//! Those of SMT-LIB 2.7 come first, then those that z3 and cvc5 add, in both old and new spellings. Sorts are
//! written as in [`mod@super::signature`]; `+` after the last argument allows more of it. Several rows for one
//! name are overloads.

use crate::smtlib::Sort;

/// Operators, several names to a row, with their signature.
pub(super) const OPERATORS: &[(&str, &str)] = &[
    // Core.
    ("not", "Bool => Bool"),
    ("and or xor => implies iff", "Bool Bool+ => Bool"),
    ("= distinct", "A A+ => Bool"),
    ("ite if", "Bool A A => A"),
    // Integers and reals.
    ("-", "num+ => num"),
    ("+ *", "num num+ => num"),
    ("/", "num num+ => Real"),
    ("div mod", "Int Int+ => Int"),
    ("rem", "Int Int => Int"),
    ("abs", "num => num"),
    ("< <= > >=", "num num+ => Bool"),
    ("to_int", "num => Int"),
    ("is_int", "num => Bool"),
    ("^", "num num => num"),
    ("int.pow2 int.log2 pow2", "Int => Int"),
    ("exp sqrt sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot", "num => Real"),
    ("to_real asin acos atan sinh cosh tanh asinh acosh atanh", "num => Real"),
    // Bit-vectors.
    ("bvnot bvneg", "bv => bv"),
    ("bvand bvor bvxor bvadd bvmul", "bv bv+ => bv"),
    ("bvnand bvnor bvxnor bvsub bvudiv bvurem bvsdiv bvsrem bvsmod", "bv bv => bv"),
    ("bvshl bvlshr bvashr ext_rotate_left ext_rotate_right", "bv bv => bv"),
    ("bvcomp bvultbv bvsltbv", "bv bv => bv1"),
    ("bvredor bvredand", "bv => bv1"),
    ("bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge", "bv bv => Bool"),
    ("bvuaddo bvsaddo bvumulo bvsmulo bvusubo bvssubo bvsdivo", "bv bv => Bool"),
    ("bvumul_noovfl bvsmul_noovfl bvsmul_noudfl", "bv bv => Bool"),
    ("bvnego", "bv => Bool"),
    ("bvite", "bv1 bv bv => bv"),
    ("bv2nat bv2int ubv_to_int sbv_to_int", "bv => Int"),
    // Floating point.
    ("fp.abs fp.neg", "fp => fp"),
    ("fp.add fp.sub fp.mul fp.div", "RM fp fp => fp"),
    ("fp.fma", "RM fp fp fp => fp"),
    ("fp.sqrt fp.roundToIntegral", "RM fp => fp"),
    ("fp.rem fp.min fp.max", "fp fp => fp"),
    ("fp.leq fp.lt fp.geq fp.gt fp.eq", "fp fp+ => Bool"),
    ("fp.isNormal fp.isSubnormal fp.isZero fp.isInfinite fp.isNaN fp.isNegative fp.isPositive", "fp => Bool"),
    ("fp.to_real", "fp => Real"),
    // Arrays.
    ("select", "(Array I E) I => E"),
    ("store", "(Array I E) I E => (Array I E)"),
    ("default", "(Array I E) => E"),
    ("array-ext", "(Array I E) (Array I E) => I"),
    ("eqrange", "(Array I E) (Array I E) I I => Bool"),
    // Strings; z3 takes sequences too.
    ("str.++ seq.++", "String String+ => String"),
    ("str.++ seq.++", "(Seq A) (Seq A)+ => (Seq A)"),
    ("str.len seq.len", "String => Int"),
    ("str.len seq.len", "(Seq A) => Int"),
    ("str.< str.<=", "String String+ => Bool"),
    ("str.at seq.at", "String Int => String"),
    ("str.at seq.at", "(Seq A) Int => (Seq A)"),
    ("str.substr seq.extract", "String Int Int => String"),
    ("str.substr seq.extract", "(Seq A) Int Int => (Seq A)"),
    ("str.prefixof str.suffixof str.contains seq.contains seq.prefixof seq.suffixof", "String String => Bool"),
    ("str.prefixof str.suffixof str.contains seq.contains seq.prefixof seq.suffixof", "(Seq A) (Seq A) => Bool"),
    ("str.indexof seq.indexof", "String String Int => Int"),
    ("str.indexof seq.indexof", "(Seq A) (Seq A) Int => Int"),
    ("str.last_indexof str.lastindexof", "String String => Int"),
    ("str.replace str.replace_all str.replaceall seq.replace seq.replace_all", "String String String => String"),
    ("str.replace str.replace_all seq.replace seq.replace_all", "(Seq A) (Seq A) (Seq A) => (Seq A)"),
    ("str.replace_re str.replace_re_all", "String RegLan String => String"),
    ("str.indexof_re", "String RegLan Int => Int"),
    ("str.update", "String Int String => String"),
    ("str.rev str.to_lower str.to_upper str.tolower str.toupper", "String => String"),
    ("str.is_digit", "String => Bool"),
    ("str.to_code str.to_int str.to.int str.to-int", "String => Int"),
    ("str.from_code str.from_int int.to.str str.from-int", "Int => String"),
    ("str.from_ubv str.from_sbv", "bv => String"),
    ("str.in_re str.in.re", "String RegLan => Bool"),
    // Regular expressions.
    ("str.to_re str.to.re", "String => RegLan"),
    ("re.++ re.union re.inter re.diff", "RegLan RegLan+ => RegLan"),
    ("re.* re.+ re.opt re.comp re.complement", "RegLan => RegLan"),
    ("re.range", "String String => RegLan"),
    ("re.loop", "RegLan Int Int => RegLan"),
    // Sequences; in z3 a string is one.
    ("seq.unit", "A => (Seq A)"),
    ("seq.nth", "(Seq A) Int => A"),
    ("seq.update str.update", "(Seq A) Int (Seq A) => (Seq A)"),
    ("seq.rev", "(Seq A) => (Seq A)"),
    ("seq.indexof seq.last_indexof", "(Seq A) (Seq A) => Int"),
    // Sets: cvc5, then cvc4 and z3.
    ("set.union set.inter set.minus union intersection setminus", "(Set A) (Set A)+ => (Set A)"),
    ("set.member member", "A (Set A) => Bool"),
    ("set.subset subset", "(Set A) (Set A) => Bool"),
    ("set.singleton singleton", "A => (Set A)"),
    ("set.card card", "(Set A) => Int"),
    ("set.complement complement", "(Set A) => (Set A)"),
    ("set.choose choose", "(Set A) => A"),
    ("set.is_singleton set.is_empty is_singleton", "(Set A) => Bool"),
    // Bags: cvc5, then older spellings.
    ("bag bag.make mkBag", "A Int => (Bag A)"),
    ("bag.union_max bag.union_disjoint bag.inter_min", "(Bag A) (Bag A)+ => (Bag A)"),
    ("bag.difference_subtract bag.difference_remove", "(Bag A) (Bag A)+ => (Bag A)"),
    ("union_max union_disjoint intersection_min", "(Bag A) (Bag A)+ => (Bag A)"),
    ("difference_subtract difference_remove", "(Bag A) (Bag A)+ => (Bag A)"),
    ("bag.subbag subbag bag.is_included", "(Bag A) (Bag A) => Bool"),
    ("bag.count", "A (Bag A) => Int"),
    ("bag.member", "A (Bag A) => Bool"),
    ("bag.setof bag.duplicate_removal", "(Bag A) => (Bag A)"),
    ("bag.card", "(Bag A) => Int"),
    ("bag.choose", "(Bag A) => A"),
    ("bag.is_singleton", "(Bag A) => Bool"),
    ("bag.from_set", "(Set A) => (Bag A)"),
    ("bag.to_set", "(Bag A) => (Set A)"),
    // Values that may be missing.
    ("nullable.some", "A => (Nullable A)"),
    ("nullable.val", "(Nullable A) => A"),
    ("nullable.is_null nullable.is_some", "(Nullable A) => Bool"),
    // Finite fields: no other sort has these operators.
    ("ff.add ff.mul ff.bitsum", "A A+ => A"),
    ("ff.neg", "A => A"),
    // Separation logic.
    ("sep", "Bool Bool+ => Bool"),
    ("wand", "Bool Bool => Bool"),
    ("pto", "A B => Bool"),
];

/// Symbols that are terms by themselves, several names to a row.
pub(super) const CONSTANTS: &[(&str, Sort)] = &[
    ("true false", Sort::Bool),
    ("RNE RNA RTP RTN RTZ", Sort::RoundingMode),
    ("roundNearestTiesToEven roundNearestTiesToAway", Sort::RoundingMode),
    ("roundTowardPositive roundTowardNegative roundTowardZero", Sort::RoundingMode),
    ("re.none re.all re.allchar re.nostr re.allc", Sort::RegLan),
    ("real.pi pi euler", Sort::Real),
    ("sep.emp emp", Sort::Bool),
];
