//! Collects the sort classes of a script, command by command.

use super::{NodePlace, SortClass, SortClasses, Type, is_constant, variables};
use crate::sexpr::Node;
use crate::smtlib::analysis::Analysis;
use crate::smtlib::name::{Token, is_among, name, token};
use crate::smtlib::{Context, Role, Sort, Symbol, SymbolKind};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::Arc;

/// Flag: something that ddsmt does not understand depends on the sort.
const FIXED: u8 = 1;
/// Flag: an operator of the sort's theory is applied.
const USED: u8 = 2;
/// Flag: not only literals have the sort.
const HELD: u8 = 4;

/// A place of a sort, of which it will be known with which others it must change.
struct Variable {
    sort: Sort,
    /// Its parent in the union-find forest.
    link: u32,
    flags: u8,
}

/// The variables so far, and what is known of them.
pub(super) struct Gather<'c> {
    pub(super) context: &'c Context,
    /// The variables of declared symbols, by the place of the symbol: those of the domain, then that of the range.
    declared: FxHashMap<NodePlace, Vec<u32>>,
    variables: Vec<Variable>,
    starts: Vec<Vec<u32>>,
    /// Variables with the places where their sort is written.
    written: Vec<(u32, NodePlace)>,
    literals: Vec<(u32, NodePlace)>,
    conversions: Vec<(u32, NodePlace)>,
}

/// The command that is read.
pub(super) struct Command<'c> {
    pub(super) root: Node<'c>,
    pub(super) analysis: Arc<Analysis>,
    /// The number of the sort of each bound variable, by the node of its symbol.
    bound: FxHashMap<usize, u32>,
    starts: Vec<u32>,
}

impl<'c> Command<'c> {
    pub(super) fn type_of(&self, index: usize) -> Type {
        Type { sort: self.analysis.sort(index).clone(), start: self.starts[index] }
    }

    fn node(&self, index: usize) -> Node<'c> {
        self.root.tape().node(self.root.command(), index)
    }
}

/// Commands of which every sort is understood.
const KNOWN: &str = "assert declare-const declare-fun declare-sort define-const define-fun define-fun-rec define-funs-rec \
    define-sort declare-datatype declare-datatypes declare-codatatype declare-codatatypes check-sat-assuming get-value \
    declare-rel declare-var rule query get-consequences simplify eval minimize maximize get-qe get-qe-disjunct check-sat";

impl Context {
    /// Returns the classes of sorts in the script that must change together.
    ///
    /// The first call looks at every node.
    pub fn sort_classes(&self) -> &SortClasses {
        self.0.facts.sort_classes.get_or_init(|| classes(self))
    }
}

fn classes(context: &Context) -> SortClasses {
    let mut gather = Gather {
        context,
        declared: FxHashMap::default(),
        variables: Vec::new(),
        starts: Vec::new(),
        written: Vec::new(),
        literals: Vec::new(),
        conversions: Vec::new(),
    };
    for symbol in context.symbols().all() {
        let mut variables: Vec<u32> = symbol.domain().iter().map(|sort| gather.fresh(sort)).collect();
        let is_sort = matches!(symbol.kind, SymbolKind::Sort | SymbolKind::Datatype);
        variables.push(if is_sort { 0 } else { gather.fresh(&symbol.range) });
        gather.declared.insert(symbol.place(), variables);
        match symbol.kind {
            SymbolKind::Constructor => gather.operated(&gather.range(symbol)),
            SymbolKind::Selector => gather.operated(&gather.domain(symbol, 0)),
            _ => {}
        }
    }
    for command in 0..context.script().len() {
        gather.command(command);
    }
    gather.finish()
}

impl Gather<'_> {
    /// Makes variables for a sort. Returns one more than the first, or 0 if there is none.
    fn fresh(&mut self, sort: &Sort) -> u32 {
        let first = self.variables.len() as u32;
        self.push(sort);
        if self.variables.len() as u32 == first { 0 } else { first + 1 }
    }

    fn push(&mut self, sort: &Sort) {
        if !is_constant(sort) {
            self.variables.push(Variable { sort: sort.clone(), link: self.variables.len() as u32, flags: 0 });
            sort.parts().iter().for_each(|sort| self.push(sort));
        }
    }

    fn find(&mut self, mut variable: u32) -> u32 {
        while self.variables[variable as usize].link != variable {
            let parent = self.variables[variable as usize].link;
            let next = self.variables[parent as usize].link;
            self.variables[variable as usize].link = next;
            variable = next;
        }
        variable
    }

    /// Flags a sort, but not its arguments.
    fn flag_head(&mut self, of: &Type, flag: u8) {
        if let Some(variable) = of.variable() {
            self.variables[variable as usize].flags |= flag;
        }
    }

    /// Flags a sort and its arguments.
    fn flag(&mut self, of: &Type, flag: u8) {
        if let Some(first) = of.variable() {
            let all = &mut self.variables[first as usize..(first + variables(&of.sort)) as usize];
            all.iter_mut().for_each(|variable| variable.flags |= flag);
        }
    }

    /// Records that something that ddsmt does not understand depends on the sort.
    pub(super) fn fix(&mut self, of: &Type) {
        self.flag(of, FIXED);
    }

    /// Records that an operator needs the sort and its arguments as they are.
    pub(super) fn used(&mut self, of: &Type) {
        self.flag(of, USED);
    }

    /// Records that an operator needs the sort as it is, but not its arguments.
    pub(super) fn operated(&mut self, of: &Type) {
        self.flag_head(of, USED);
    }

    /// Records that both sorts must stay equal.
    pub(super) fn tie(&mut self, left: &Type, right: &Type) {
        if left.sort == right.sort
            && let (Some(left_first), Some(right_first)) = (left.variable(), right.variable())
        {
            for i in 0..variables(&left.sort) {
                let (a, b) = (self.find(left_first + i), self.find(right_first + i));
                self.variables[a.max(b) as usize].link = a.min(b);
            }
        } else {
            self.fix(left);
            self.fix(right);
        }
    }

    /// Records that the application at `place` depends on the sort.
    pub(super) fn convert(&mut self, of: &Type, place: NodePlace) {
        self.used(of);
        if let Some(variable) = of.variable() {
            self.conversions.push((variable, place));
        }
    }

    /// Returns the range of a symbol.
    pub(super) fn range(&self, symbol: &Symbol) -> Type {
        Type { sort: symbol.range.clone(), start: self.declared[&symbol.place()][symbol.domain().len()] }
    }

    /// Returns the sort of the argument of a symbol with this number.
    pub(super) fn domain(&self, symbol: &Symbol, number: usize) -> Type {
        Type { sort: symbol.domain()[number].clone(), start: self.declared[&symbol.place()][number] }
    }

    fn command(&mut self, number: usize) {
        let analysis = self.context.analysis_once(number);
        let root = self.context.script().command(number);
        let bound = analysis.bound.iter().map(|bound| (bound.symbol as usize, bound.sort)).collect();
        let mut command = Command { root, analysis, bound, starts: vec![0; root.size()] };
        // Also for patterns of `match` and the like; binders that are understood are tied below.
        for bound in &command.analysis.bound {
            command.starts[bound.symbol as usize] = self.fresh(&command.analysis.table[bound.sort as usize]);
        }
        for index in 0..root.size() {
            self.node(&mut command, index);
        }
        // The declared symbols are tied to the sorts that the command writes, and to their bodies.
        for symbol in self.context.symbols().declared_by(number) {
            if self.declaration(&command, symbol).is_none() {
                self.fix_symbol(&symbol.name, symbol.visible_from());
            }
        }
        for index in (0..root.size()).filter(|&index| command.node(index).is_list()) {
            if command.analysis.roles[index] == Role::Term {
                self.term(&command, command.node(index));
            }
        }
        if !root.head().is_some_and(|head| is_among(head, KNOWN)) {
            (0..root.size()).for_each(|index| self.fix(&command.type_of(index)));
        }
        self.starts.push(command.starts);
    }

    /// Fixes the sorts of a symbol that is used where ddsmt does not know what it must be.
    fn fix_symbol(&mut self, leaf: &[u8], command: usize) {
        for symbol in self.context.symbols().overloads(leaf, command) {
            self.fix(&self.range(symbol));
            (0..symbol.domain().len()).for_each(|i| self.fix(&self.domain(symbol, i)));
        }
    }

    /// Gives a node its variables.
    fn node(&mut self, command: &mut Command<'_>, index: usize) {
        let node = command.node(index);
        let sort = command.analysis.sort(index).clone();
        match command.analysis.roles[index] {
            Role::Sort if sort.is_known() => {
                command.starts[index] = self.fresh(&sort);
                self.write(&command.type_of(index), node);
            }
            Role::Term | Role::Head if node.has_head("as") => {
                command.starts[index] = self.fresh(&sort);
                if let Some(written) = node.child(2) {
                    self.write(&command.type_of(index), written);
                }
            }
            Role::Term if sort.is_known() => command.starts[index] = self.term_start(command, node, &sort),
            Role::Term | Role::Unknown | Role::Attribute | Role::Argument => {
                if let Some(leaf) = node.leaf() {
                    self.fix_symbol(leaf, node.command());
                }
            }
            _ => {}
        }
    }

    fn term_start(&mut self, command: &Command<'_>, node: Node<'_>, sort: &Sort) -> u32 {
        if let Some(bound) = command.analysis.variable(node.index()) {
            return command.starts[command.analysis.bound[bound as usize].symbol as usize];
        }
        let declared = node.leaf().filter(|leaf| token(leaf) == Token::Symbol);
        let declared = declared.and_then(|leaf| self.context.symbols().term(leaf, node.command()));
        let own = Type { sort: sort.clone(), start: self.fresh(sort) };
        if let Some(symbol) = declared {
            self.tie(&own, &self.range(symbol));
        } else if let Some(variable) = own.variable().filter(|_| is_literal(node)) {
            self.literals.push((variable, node.place()));
            return own.start;
        } else if node.is_leaf() {
            self.fix(&own);
        }
        self.flag(&own, HELD);
        own.start
    }

    /// Records where the parts of a sort are written.
    fn write(&mut self, whole: &Type, node: Node<'_>) {
        let Some(variable) = whole.variable() else { return };
        let abbreviation = node.leaf().and_then(|leaf| self.context.symbols().sort(leaf, node.command()));
        if let Some(symbol) = abbreviation.filter(|symbol| symbol.kind == SymbolKind::Abbreviation) {
            return self.tie(whole, &self.range(symbol));
        }
        match (whole.sort.compound(), node.app()) {
            (Some((head, arguments)), Some((written, nodes)))
                if !arguments.is_empty() && head == name(written) && nodes.len() == arguments.len() =>
            {
                self.written.push((variable, node.place()));
                for (argument, node) in whole.arguments().iter().zip(nodes) {
                    self.write(argument, node);
                }
            }
            // `Relation` and `Table` stand for two constructors each, which stay.
            (Some((_, [tuple])), Some((b"Relation" | b"Table", nodes))) if tuple.parts().len() == nodes.len() => {
                self.flag_head(whole, FIXED);
                for tuple in whole.arguments() {
                    self.flag_head(&tuple, FIXED);
                    for (argument, node) in tuple.arguments().iter().zip(nodes.iter()) {
                        self.write(argument, *node);
                    }
                }
            }
            // An abbreviation with parameters.
            (Some((_, [_, ..])), _) => self.fix(whole),
            (_, Some((head, _))) if head != b"_" => self.fix(whole),
            _ => self.written.push((variable, node.place())),
        }
    }

    /// Returns none unless each sort of the symbol is written where it is declared.
    fn declaration(&mut self, command: &Command<'_>, symbol: &Symbol) -> Option<()> {
        let domain = (0..symbol.domain().len()).map(|k| self.domain(symbol, k));
        let range = || self.range(symbol);
        let types: Vec<Type> = match symbol.kind {
            SymbolKind::Named | SymbolKind::Sort | SymbolKind::Datatype => return Some(()),
            SymbolKind::Synthesis => return None,
            SymbolKind::Constructor => domain.collect(),
            SymbolKind::Selector => vec![range()],
            _ => domain.chain([range()]).collect(),
        };
        let sorts = command.sorts_behind(symbol.node()).filter(|sorts| sorts.len() == types.len())?;
        for (own, &sort) in types.iter().zip(&sorts) {
            let written = command.type_of(sort);
            self.tie(own, &written);
            // The symbol of a parameter stands before its sort.
            if let Some(parameter) = command.type_of_bound(sort - 1) {
                self.tie(&parameter, &written);
            }
        }
        if let Some(body) = symbol.body() {
            self.tie(&self.range(symbol), &command.type_of(body));
        }
        Some(())
    }

    fn finish(mut self) -> SortClasses {
        let mut found = SortClasses { starts: std::mem::take(&mut self.starts), ..SortClasses::default() };
        let (mut numbers, mut held) = (HashMap::new(), Vec::new());
        for variable in 0..self.variables.len() as u32 {
            let root = self.find(variable);
            let class = *numbers.entry(root).or_insert_with(|| {
                let sort = self.variables[root as usize].sort.clone();
                let fixed = !self.is_replaceable(&sort);
                let (sorts, literals, conversions) = (Vec::new(), Vec::new(), Vec::new());
                found.classes.push(SortClass { sort, fixed, used: false, sorts, literals, conversions });
                held.push(false);
                found.classes.len() as u32 - 1
            });
            found.class_of.push(class);
            let (number, Variable { sort, flags, .. }) = (class as usize, &self.variables[variable as usize]);
            let class = &mut found.classes[number];
            class.fixed |= flags & FIXED != 0 || class.sort != *sort;
            class.used |= flags & USED != 0;
            held[number] |= flags & HELD != 0;
        }
        let SortClasses { class_of, classes, leaders, .. } = &mut found;
        let class = |variable: u32| class_of[variable as usize] as usize;
        self.written.iter().for_each(|&(v, place)| classes[class(v)].sorts.push(place));
        self.literals.iter().for_each(|&(v, place)| classes[class(v)].literals.push(place));
        self.conversions.iter().for_each(|&(v, place)| classes[class(v)].conversions.push(place));
        for (i, class) in classes.iter_mut().enumerate() {
            class.conversions.sort_unstable();
            class.conversions.dedup();
            // No literal of several can change alone; a single one can.
            let is_only_literals = !held[i] && (class.sort.width().is_none() || class.literals.len() < 2);
            class.fixed |= class.sorts.is_empty() && is_only_literals;
            if let Some(&first) = class.places().first().filter(|_| !class.fixed) {
                leaders.entry(first).or_default().push(i);
            }
        }
        found
    }

    /// Whether a sort is declared or that of a theory.
    fn is_replaceable(&self, sort: &Sort) -> bool {
        let declared = |head: &[u8]| self.context.symbols().sort(head, self.context.script().len());
        let is_own = |symbol: &Symbol| symbol.kind != SymbolKind::Abbreviation;
        sort.compound().is_none_or(|(head, _)| {
            matches!(head, b"Array" | b"Seq" | b"Set" | b"Bag") || declared(head).is_some_and(is_own)
        })
    }
}

impl Command<'_> {
    /// Returns the sort of the bound variable whose symbol is node `index`.
    pub(super) fn type_of_bound(&self, index: usize) -> Option<Type> {
        let sort = self.bound.get(&index).map(|sort| self.analysis.table[*sort as usize].clone());
        sort.map(|sort| Type { sort, start: self.starts[index] })
    }

    /// Returns the sorts that are written behind a node, in the list that holds it.
    fn sorts_behind(&self, index: usize) -> Option<Vec<usize>> {
        let list = self.analysis.parent(index)?;
        let (mut next, end, mut sorts) = (index + 1, list + self.node(list).size(), Vec::new());
        while next < end {
            let role = self.analysis.roles[next];
            sorts.extend((role == Role::Sort).then_some(next));
            next += if matches!(role, Role::Sort | Role::Term) { self.node(next).size() } else { 1 };
        }
        Some(sorts)
    }
}

fn is_literal(node: Node<'_>) -> bool {
    match node.leaf() {
        Some(leaf) => !matches!(token(leaf), Token::Symbol | Token::Keyword | Token::Odd),
        None => node.has_head("_"),
    }
}
