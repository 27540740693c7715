//! S-expressions: parser, tape, splices and hash.
