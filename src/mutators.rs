//! Mutators: small edits of a script, proposed and never decided here.
