//! The command line: from arguments to a checked configuration.
