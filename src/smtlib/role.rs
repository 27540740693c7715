//! What a node stands for in its command.

/// The part that a node plays in its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The command itself.
    Command,
    /// A reserved word, or the name of a command: `assert`, `let`, `_`, `as`, `!`.
    Keyword,
    /// A symbol where it is declared, defined or bound.
    Definition,
    /// A sort, or an argument of one.
    Sort,
    /// The name of a sort with arguments or indices: `Array`, `BitVec`.
    SortHead,
    /// A list of binders, parameters, sorts, or declarations.
    Binders,
    /// One binder, parameter, constructor, selector, or match case.
    Binder,
    /// A pattern of a `match` case.
    Pattern,
    /// A term.
    Term,
    /// The operator of an application: `f`, `(_ extract 3 0)`, `(as nil (List Int))`.
    Head,
    /// The name inside an indexed or qualified identifier: `extract`, `nil`.
    HeadName,
    /// An index: a numeral or symbol that is no term.
    Index,
    /// A list of terms that is no term: `((f x))` behind `:pattern`.
    Terms,
    /// A keyword of an annotation, or its value where that is no term.
    Attribute,
    /// An argument of a command that is no term: a level, a logic, an option.
    Argument,
    /// Not known: part of an unknown command, or of something malformed.
    Unknown,
}
