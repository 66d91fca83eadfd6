//! `deadheat run` inside the JVM: a JVMTI agent.
//!
//! In: options (`options.rs`), and classes as the JVM loads them. Out: classes that call the runtime, and a file of
//! results, a line for each race as soon as it is seen, and a summary at the end.
//!
//! The pipeline is [`agent`]: the JVM loads the agent, which reads what the JDK declares; hooks are on from the first
//! class. At the early start of the JVM, before any Java code has run, the runtime's classes (runtime/java) are defined
//! as part of java.base, so that the JDK's own classes can call them. When the JVM is up, the runtime begins.
//!
//! **Invariant**: the program never fails because of the agent. A class that cannot be rewritten runs as it is, is
//! counted, and named in the results. No panic crosses the border (`vm.rs`, which has all unsafe code).

mod agent;
mod callees;
mod class_path;
mod delegation;
mod library;
mod names;
mod numbers;
mod options;
mod patches;
mod recorder;
mod results;
mod tape;
mod trace_file;
mod vm;
