//! A datatype as it is declared, and the uses of its symbols.

use crate::sexpr::{Edit, Node};
use crate::smtlib::name::name;
use crate::smtlib::{Context, Role, Symbol, SymbolKind};

pub(super) struct Datatype<'a> {
    pub context: &'a Context,
    pub symbol: &'a Symbol,
    pub constructors: Vec<Constructor<'a>>,
}

pub(super) struct Constructor<'a> {
    pub context: &'a Context,
    pub symbol: &'a Symbol,
    pub node: Node<'a>,
    pub fields: Vec<Field<'a>>,
}

/// A field: the symbol of its selector, and the node of selector and sort.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub symbol: &'a Symbol,
    pub node: Node<'a>,
}

/// A use of a constructor at one place.
pub(super) enum ConstructorUse<'a> {
    /// The constructor without arguments.
    Value(Node<'a>),
    /// The constructor applied to arguments.
    Application(Node<'a>),
    /// A test whether the constructor made the only argument.
    Tester(Node<'a>),
    /// A case of `match`.
    Case(Node<'a>),
}

/// A use of a selector at one place.
#[derive(Clone, Copy)]
pub(super) enum SelectorUse<'a> {
    /// A field is read.
    Read(Node<'a>),
    /// A field of the first argument is replaced.
    Update(Node<'a>),
}

/// Returns the datatypes that a command declares; none in the syntax before SMT-LIB 2.6.
pub(super) fn datatypes<'a>(context: &'a Context, command: Node<'a>) -> Vec<Datatype<'a>> {
    let mut found: Vec<Datatype<'a>> = Vec::new();
    for symbol in context.symbols().declared_by(command.command()) {
        let leaf = command.tape().node(command.command(), symbol.node());
        let list = context.parent(leaf).filter(|list| context.role(*list) == Role::Binder);
        match symbol.kind {
            SymbolKind::Datatype => found.push(Datatype { context, symbol, constructors: Vec::new() }),
            SymbolKind::Constructor if context.role(leaf) == Role::Definition => {
                if let Some(owner) = found.iter_mut().find(|owner| Some(&*owner.symbol.name) == symbol.owner()) {
                    let node = list.unwrap_or(leaf);
                    owner.constructors.push(Constructor { context, symbol, node, fields: Vec::new() });
                }
            }
            SymbolKind::Selector => {
                let mut constructors = found.iter_mut().flat_map(|datatype| &mut datatype.constructors);
                let owner = constructors.find(|constructor| Some(&*constructor.symbol.name) == symbol.owner());
                if let (Some(owner), Some(node)) = (owner, list) {
                    owner.fields.push(Field { symbol, node });
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the leaves that spell a symbol where it is used; none if they may mean another symbol of its name.
fn leaves<'a>(context: &'a Context, symbol: &'a Symbol) -> Option<Vec<Node<'a>>> {
    let is_bound = |leaf: &Node<'a>| context.role(*leaf) == Role::Definition || context.binder(*leaf).is_some();
    let uses: Vec<_> = context.mentions(&symbol.name).filter(|leaf| !is_bound(leaf)).collect();
    (uses.is_empty() || context.only_mentions(symbol).is_some()).then_some(uses)
}

/// Returns the application whose operator is `(_ name symbol)` around a leaf.
fn indexed<'a>(context: &'a Context, leaf: Node<'a>, operators: &[&str]) -> Option<Node<'a>> {
    let head = context.parent(leaf).filter(|head| head.has_head("_") && context.role(*head) == Role::Head)?;
    let operator = head.child(1)?;
    let application = context.parent(head)?;
    operators.iter().any(|name| operator.is(name)).then_some(application)
}

impl<'a> Datatype<'a> {
    /// Returns the places where the sort is written, except in its declaration; none if a place is not understood.
    pub fn sorts(&self) -> Option<Vec<Node<'a>>> {
        let context = self.context;
        let written = |leaf: Node<'a>| match context.role(leaf) {
            Role::Sort => Some(leaf),
            Role::SortHead => context.parent(leaf).filter(|sort| context.role(*sort) == Role::Sort),
            _ => None,
        };
        leaves(context, self.symbol)?.into_iter().map(written).collect()
    }
}

impl<'a> Constructor<'a> {
    /// Returns all uses of the constructor; none if a use is not understood.
    pub fn uses(&self) -> Option<Vec<ConstructorUse<'a>>> {
        let uses = leaves(self.context, self.symbol)?.into_iter().map(|leaf| self.used(leaf));
        uses.chain(self.old_testers().map(|term| Some(ConstructorUse::Tester(term)))).collect()
    }

    fn used(&self, leaf: Node<'a>) -> Option<ConstructorUse<'a>> {
        let context = self.context;
        let parent = context.parent(leaf)?;
        match (context.role(leaf), context.role(parent)) {
            (Role::Pattern, _) => Some(ConstructorUse::Case(parent)),
            (Role::HeadName, Role::Pattern) => Some(ConstructorUse::Case(context.parent(parent)?)),
            (Role::Index, _) => indexed(context, leaf, &["is"]).filter(|t| t.arity() == 2).map(ConstructorUse::Tester),
            (Role::Term, _) => self.value(leaf),
            (Role::Head | Role::HeadName, Role::Term) => self.value(parent),
            (Role::HeadName, Role::Head) => self.value(context.parent(parent)?),
            _ => None,
        }
    }

    fn value(&self, term: Node<'a>) -> Option<ConstructorUse<'a>> {
        let fields = self.symbol.domain().len();
        match fields {
            0 => (term.is_leaf() || term.has_head("as")).then_some(ConstructorUse::Value(term)),
            _ => (term.arity() == 1 + fields && !term.has_head("as")).then_some(ConstructorUse::Application(term)),
        }
    }

    /// Returns the applications of `is-name`, which SMT-LIB 2.6 writes otherwise.
    fn old_testers(&self) -> impl Iterator<Item = Node<'a>> {
        let key = [b"is-", &*self.symbol.name].concat();
        let commands = self.context.script().commands();
        let mentioned = commands.filter(|command| memchr::memmem::find(command.text(), b"is-").is_some());
        let applications = mentioned.flat_map(Node::subtree).filter(|node| node.arity() == 2);
        applications.filter(move |node| node.head().is_some_and(|head| name(head) == key))
    }
}

impl<'a> Field<'a> {
    /// Returns all uses of the selector; none if a use is not understood.
    pub fn selections(&self, context: &'a Context) -> Option<Vec<SelectorUse<'a>>> {
        let selection = |leaf: Node<'a>| match context.role(leaf) {
            Role::Head => context.parent(leaf).filter(|term| term.arity() == 2).map(SelectorUse::Read),
            Role::Index => {
                let update = indexed(context, leaf, &["update", "update-field"]);
                update.filter(|term| term.arity() == 3).map(SelectorUse::Update)
            }
            _ => None,
        };
        leaves(context, self.symbol)?.into_iter().map(selection).collect()
    }

    /// Returns edits after which nothing needs the selector: reads of the field become constants that do not
    /// mention `avoid`, and updates become their first argument.
    pub fn without(&self, context: &'a Context, avoid: &[u8]) -> Option<Vec<Edit>> {
        let without = |selection: SelectorUse<'a>| match selection {
            SelectorUse::Read(term) => Some(Edit::replace(term, &default(context, term, avoid)?)),
            SelectorUse::Update(term) => Some(Edit::hoist(term, term.child(1)?)),
        };
        self.selections(context)?.into_iter().map(without).collect()
    }
}

/// Returns the simplest constant of a term's sort that does not mention `avoid`.
pub(super) fn default(context: &Context, term: Node<'_>, avoid: &[u8]) -> Option<Vec<u8>> {
    let constants = context.constants(&context.sort(term), term.command());
    let mentions = |text: &[u8]| text.split(|byte| b"() ".contains(byte)).any(|leaf| name(leaf) == avoid);
    constants.into_iter().find(|constant| !mentions(constant))
}
