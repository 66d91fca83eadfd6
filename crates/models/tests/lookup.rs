//! What a method's contract is: inheritance, overriding, layers.

mod common;

use common::{class, internal, method, open_lookup, open_source};
use deadheat_models::{
    AtomicKind, Contract, LockUse, MemoryOrder, Message, Models, Object, Part, RunsOn, Safety, TEST_SUPPORT,
    When,
};

fn this() -> Object {
    Object::This
}

fn lock(shared: bool, object: Object) -> Vec<LockUse> {
    vec![LockUse { shared, object }]
}

fn acquires(contract: &Contract) -> Vec<LockUse> {
    contract.ordering.as_ref().expect("an ordering").acquires.clone()
}

#[test]
fn a_lock_inherits_from_its_interface() {
    let program = open_lookup();
    let (bound, errors) = Models::shipped().bind(&program, 17);
    assert_eq!(errors, []);
    for name in ["java/util/concurrent/locks/ReentrantLock", "SpinLock"] {
        let locking = bound.contract(method(&program, name, "lock", "()V")).expect("a contract");
        assert_eq!(acquires(&locking), lock(false, this()), "{name}");
        let trying = bound.contract(method(&program, name, "tryLock", "()Z")).expect("a contract");
        assert_eq!(trying.ordering.expect("an ordering").when, Some(When::True), "{name}");
    }
}

#[test]
fn a_more_specific_entry_overrides_the_interface() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let read_lock = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
    let contract = bound.contract(method(&program, read_lock, "lock", "()V")).expect("a contract");
    assert_eq!(acquires(&contract), lock(true, Object::Part(Part::Owner, Box::new(this()))));
}

#[test]
fn a_thread_subclass_starts_its_own_run() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let start = method(&program, "java/lang/Thread", "start", "()V");
    let spawning = bound.contract_at(class(&program, "Worker"), start).and_then(|c| c.spawning);
    let spawning = spawning.expect("it starts a thread");
    assert_eq!(spawning.on, Some(RunsOn::NewThread));
    assert_eq!((&*spawning.starts[0].method, &spawning.starts[0].object), ("run", &this()));
    let run = bound.contract(method(&program, "Worker", "run", "()V")).expect("a contract");
    assert!(run.callbacks.is_some() && run.safety.safety.is_none());
}

#[test]
fn an_overload_is_no_override() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    assert_eq!(bound.contract(method(&program, "Worker", "start", "(I)V")), None);
}

#[test]
fn a_bridge_carries_a_contract_over() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let put = bound.contract(method(&program, "Orders", "put", "(LOrders$Order;)V")).expect("a contract");
    let expected = Message { object: Object::Argument(0), through: Some(this()) };
    assert_eq!(put.ordering.expect("an ordering").sends, [expected]);
}

#[test]
fn a_bridge_of_another_overload_carries_nothing_over() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    // The pool has bridges for all its overloads: they return a Future, it a ForkJoinTask.
    for (parameter, task) in [("java/lang/Runnable", "run"), ("java/util/concurrent/Callable", "call")] {
        let descriptor = format!("(L{parameter};)Ljava/util/concurrent/ForkJoinTask;");
        let submit = method(&program, "java/util/concurrent/ForkJoinPool", "submit", &descriptor);
        let starts = bound.contract(submit).expect("a contract").spawning.expect("a task").starts;
        assert_eq!(starts.iter().map(|start| &*start.method).collect::<Vec<_>>(), [task]);
    }
}

#[test]
fn groups_are_inherited_one_by_one() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let queue = "java/util/concurrent/LinkedBlockingQueue";
    let poll = bound.contract(method(&program, queue, "poll", "()Ljava/lang/Object;")).expect("a contract");
    // The edge is BlockingQueue's, the effect Queue's, the safety LinkedBlockingQueue's.
    assert_eq!(poll.ordering.expect("an ordering").when, Some(When::NonNull));
    assert_eq!(poll.data.expect("effects").writes, [this()]);
    assert_eq!(poll.safety.safety, Some(Safety::ThreadSafe));
}

#[test]
fn a_method_without_a_contract_still_has_its_class_claims() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let length = method(&program, "java/lang/String", "length", "()I");
    assert_eq!(bound.contract(length).expect("claims").safety.safety, Some(Safety::Immutable));
    let now = method(&program, "java/time/Instant", "toEpochMilli", "()J");
    assert_eq!(bound.contract(now).expect("claims").safety.safety, Some(Safety::Immutable));
}

#[test]
fn application_code_inherits_no_claim_that_it_is_safe() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let get = method(&program, "Cache", "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
    assert_eq!(bound.contract(get).expect("a contract").safety.safety, None);
    assert_eq!(bound.facts(class(&program, "Cache")).claims.safety.safety, None);
    assert_eq!(bound.facts(class(&program, "Names")).claims.safety.safety, Some(Safety::Unsafe));
    let map = bound.facts(class(&program, "java/util/concurrent/ConcurrentHashMap"));
    assert_eq!(map.claims.safety.safety, Some(Safety::ThreadSafe));
    assert!(map.is_library && !bound.facts(class(&program, "Cache")).is_library);
}

#[test]
fn access_modes_have_their_orders() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let handle = "java/lang/invoke/VarHandle";
    let get = method(&program, handle, "getAcquire", "([Ljava/lang/Object;)Ljava/lang/Object;");
    let atomic = bound.contract(get).and_then(|contract| contract.atomic).expect("an atomic access");
    assert_eq!((atomic.kind, atomic.order), (AtomicKind::Read, MemoryOrder::Acquire));
}

#[test]
fn a_user_file_extends_and_overrides() {
    let program = open_lookup();
    let mut models = Models::shipped().clone();
    let text = r#"
[class.Gate]
"open()" = { sends = "this" }
"pass()" = { receives = "this" }
"make(Runnable)" = { starts = "arg0.run()", on = "new-thread" }

[class.SpinLock]
safety = "thread-safe"
"lock()" = { acquires = "shared this" }

[class."java.util.ArrayList"]
safety = "thread-safe"
"#;
    models.extend(text, "deadheat.toml").expect("no errors");
    let (bound, errors) = models.bind(&program, 17);
    assert_eq!(errors, []);
    let open = bound.contract(method(&program, "Gate", "open", "()V")).expect("a contract");
    assert_eq!(open.ordering.expect("an ordering").sends, [Message { object: this(), through: None }]);
    let lock_it = bound.contract(method(&program, "SpinLock", "lock", "()V")).expect("a contract");
    assert_eq!(acquires(&lock_it), lock(true, this()));
    assert_eq!(lock_it.safety.safety, Some(Safety::ThreadSafe));
    let unlock = bound.contract(method(&program, "SpinLock", "unlock", "()V")).expect("a contract");
    assert_eq!(unlock.ordering.expect("an ordering").releases, lock(false, this()));
    let list = class(&program, "java/util/ArrayList");
    assert_eq!(bound.facts(list).claims.safety.safety, Some(Safety::ThreadSafe));
    let get = method(&program, "java/util/ArrayList", "get", "(I)Ljava/lang/Object;");
    assert_eq!(bound.contract(get).expect("a contract").data.expect("effects").reads, [this()]);
}

#[test]
fn the_answer_does_not_depend_on_the_order_of_questions() {
    let program = open_lookup();
    let (first, _) = Models::shipped().bind(&program, 17);
    let other = open_lookup();
    let (second, _) = Models::shipped().bind(&other, 17);
    let classes: Vec<_> = program.classes().filter(|&class| program.is_application(class)).collect();
    for &class in classes.iter().rev() {
        for method in program.methods(class).expect("a class") {
            assert_eq!(first.contract(method), second.contract(method));
        }
    }
}

#[test]
fn the_corpus_helper_is_unseen() {
    let source = deadheat_harness::corpus::directory().join("support/Unseen.java");
    let program = open_source(source);
    let mut models = Models::shipped().clone();
    models.extend(TEST_SUPPORT, "test-support.toml").expect("no errors");
    let (bound, errors) = models.bind(&program, 17);
    assert_eq!(errors, []);
    assert_eq!(bound.facts(class(&program, "Unseen")).claims.unseen, Some(true));
    assert_eq!(bound.facts(class(&program, "java/lang/Thread")).claims.unseen, None);
}

#[test]
fn the_wrapper_of_a_map_is_guarded_by_its_mutex() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let facts = bound.facts(class(&program, "java/util/Collections$SynchronizedSortedMap"));
    assert_eq!(facts.claims.guard, Some(Object::Field("mutex".into(), Box::new(this()))));
    // Properties is a Hashtable, but says for itself how it is safe.
    let properties = bound.facts(class(&program, "java/util/Properties")).claims;
    assert_eq!((properties.safety.safety, properties.guard), (Some(Safety::ThreadSafe), None));
}

/// What an interface or superclass says may be said anew below it, but never gets lost.
#[test]
fn no_group_is_lost_on_the_way_down() {
    let program = open_lookup();
    let (bound, _) = Models::shipped().bind(&program, 17);
    let groups = |contract: &Contract| {
        [
            contract.spawning.is_some(),
            contract.ordering.is_some(),
            contract.atomic.is_some(),
            contract.data.is_some(),
            contract.values.is_some(),
            contract.callbacks.is_some(),
        ]
    };
    let mut compared = 0;
    for class in program.classes() {
        if !internal(&program, class).starts_with("java/util/") && !program.is_application(class) {
            continue;
        }
        for method in program.methods(class).expect("a class") {
            let declaration = program.method(method).expect("a method");
            if declaration.flags.is_static() || declaration.flags.is_private() {
                continue;
            }
            let ancestors = program.ancestors(class);
            for ancestor in ancestors.filter(|&ancestor| ancestor != class) {
                let overridden = program.lookup(ancestor, declaration.name, declaration.descriptor);
                let Some(above) = overridden.ok().and_then(|above| bound.contract_at(ancestor, above)) else {
                    continue;
                };
                if program.symbols().bytes(declaration.name) == b"<init>" {
                    continue;
                }
                let own = groups(&bound.contract(method).unwrap_or_default());
                let lost = groups(&above).iter().zip(own).any(|(&above, own)| above && !own);
                assert!(!lost, "{} below {}", program.display_method(method), internal(&program, ancestor));
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}
