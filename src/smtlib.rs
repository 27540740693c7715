//! What SMT-LIB means: symbols, sorts, constants, well-sortedness.
