//! Running the solver: golden run, one check, comparison, limits.
