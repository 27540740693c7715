//! The names of ddSMT 2.0.6. An abbreviation of one of them must keep its meaning, however many options and
//! mutators ddsmt adds.

/// The options of ddSMT.
const OPTIONS: &str = "
    help help-all version dump-config parser-test pretty-print wrap-lines strategy disable-all unchecked jobs memout
    timeout ignore-output ignore-out ignore-err match-err match-out cross-check timeout-cc ignore-output-cc
    match-err-cc match-out-cc check-loops profile dump-diffs replace-by-variable-mode
";

/// The groups of ddSMT, each before its mutators; each name is a pair of toggles.
const TOGGLES: &str = "
    core binary-reduction constants erase-node merge-children substitute-children replace-by-variable sort-children
    arithmetic arith-negate-relations arith-constants arith-split-nary-relations arith-strengthen-relations
    bv bv-norm-constants bv-zero-concat bv-double-negation bv-elim-bvcomp bv-eval-extend bv-extract-constants
    bv-extract-zeroextend bv-merge-reduced-bw bv-ite-to-bvcomp bv-reflexive-nand bv-simp-constants bv-to-bool
    bv-zeroextend-pred bv-reduce-bitwidth bv-merge-extend
    boolean bool-de-morgan bool-double-negations bool-false-eq bool-implications bool-negate-quants bool-xor-binary
    bool-xor-constants
    datatypes dt-rm-constructor dt-rm-datatype dt-rm-identity
    fp fp-short-sort
    smtlib check-sat-assuming eliminate-variables inline-functions introduce-fresh-variables let-elimination
    let-substitution remove-annotation remove-recursive-function simplify-logic simplify-quoted-symbols
    simplify-symbol-names
    strings seq-nth-unit str-contains-to-concat str-index-not-found str-replace-all str-constants
";

/// Whether ddSMT has an option of this name.
pub(super) fn knows(option: &str) -> bool {
    let has = |names: &str, wanted: &str| names.split_whitespace().any(|name| name == wanted);
    has(OPTIONS, option) || has(TOGGLES, option.strip_prefix("no-").unwrap_or(option))
}
