//! Nothing: the package is there for its dependency, whose schema a test reads.
