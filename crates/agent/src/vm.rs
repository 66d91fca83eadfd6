//! The JVM's native interfaces, as far as the agent needs them: the only unsafe code.
//!
//! Everything outside of this file deals in Rust types. What the JVM calls goes through [`guarded`]: no panic crosses
//! the border.

#![allow(unsafe_code, reason = "the JVM's interfaces are C")]
#![allow(non_snake_case, reason = "the JVM gives the names")]

use std::ffi::{CStr, CString, c_char, c_uchar, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use jni_sys::{
    JNIEnv, JavaVM, jarray, jboolean, jclass, jint, jlong, jlongArray, jmethodID, jobject, jobjectArray,
    jstring, jvalue,
};

use crate::agent::Agent;

/// A table of functions of the JVM tool interface; numbers are those of its specification, from 1.
type Table = *const *const c_void;

const SET_EVENT_NOTIFICATION_MODE: usize = 2;
const ALLOCATE: usize = 46;
const DEALLOCATE: usize = 47;
const SET_EVENT_CALLBACKS: usize = 122;
const GET_SYSTEM_PROPERTY: usize = 131;
const ADD_CAPABILITIES: usize = 142;

const TOOL_INTERFACE: jint = 0x3001_0200;

/// Capabilities by their bit: hooks for all classes, an early VM start, hooks before it.
const CAPABILITIES: [usize; 3] = [26, 41, 42];

const VM_INIT: usize = 50;
const VM_DEATH: usize = 51;
const THREAD_START: usize = 52;
const CLASS_FILE_LOAD_HOOK: usize = 54;
const VM_START: usize = 57;
const FIRST_EVENT: usize = 50;
const EVENTS: usize = 39;

static AGENT: OnceLock<Agent> = OnceLock::new();

/// The environment of one agent.
#[derive(Clone, Copy)]
struct Tools(*const Table);

/// The JVM, on the thread that it called the agent on.
#[derive(Clone, Copy)]
pub(crate) struct Vm(*mut JNIEnv);

/// A class that is kept.
#[derive(Clone, Copy)]
pub(crate) struct Class(jclass);

impl Tools {
    /// A function of the table.
    ///
    /// # Safety
    /// The type must be that of the function with this number.
    unsafe fn function<F: Copy>(self, number: usize) -> F {
        // SAFETY: the table has all functions of the specification; the caller vouches for the type.
        unsafe { std::mem::transmute_copy(&*(*self.0).add(number - 1)) }
    }

    fn allocate(self, bytes: &[u8]) -> Option<*mut c_uchar> {
        type Allocate = unsafe extern "system" fn(*const Table, jlong, *mut *mut c_uchar) -> jint;
        let mut memory = null_mut();
        // SAFETY: the type is that of the specification; what it allocates is as long as was asked for.
        unsafe {
            let allocate: Allocate = self.function(ALLOCATE);
            if allocate(self.0, bytes.len() as jlong, &raw mut memory) != 0 || memory.is_null() {
                return None;
            }
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len());
        }
        Some(memory)
    }

    fn property(self, name: &CStr) -> Option<String> {
        type GetProperty = unsafe extern "system" fn(*const Table, *const c_char, *mut *mut c_char) -> jint;
        type Deallocate = unsafe extern "system" fn(*const Table, *mut c_char) -> jint;
        let mut value = null_mut();
        // SAFETY: the types are those of the specification; the value is a string that is ours to free.
        unsafe {
            let get: GetProperty = self.function(GET_SYSTEM_PROPERTY);
            if get(self.0, name.as_ptr(), &raw mut value) != 0 || value.is_null() {
                return None;
            }
            let text = CStr::from_ptr(value).to_string_lossy().into_owned();
            let deallocate: Deallocate = self.function(DEALLOCATE);
            deallocate(self.0, value);
            Some(text)
        }
    }

    fn enable(self) -> Result<(), String> {
        type AddCapabilities = unsafe extern "system" fn(*const Table, *const [u8; 16]) -> jint;
        type SetCallbacks =
            unsafe extern "system" fn(*const Table, *const [*const c_void; EVENTS], jint) -> jint;
        type SetMode = unsafe extern "system" fn(*const Table, jint, jint, jobject, ...) -> jint;
        let mut capabilities = [0u8; 16];
        for bit in CAPABILITIES {
            capabilities[bit / 8] |= 1 << (bit % 8);
        }
        let mut callbacks = [null::<c_void>(); EVENTS];
        callbacks[VM_INIT - FIRST_EVENT] = on_vm_init as *const c_void;
        callbacks[VM_DEATH - FIRST_EVENT] = on_vm_death as *const c_void;
        callbacks[THREAD_START - FIRST_EVENT] = on_thread_start as *const c_void;
        callbacks[CLASS_FILE_LOAD_HOOK - FIRST_EVENT] = on_class as *const c_void;
        callbacks[VM_START - FIRST_EVENT] = on_vm_start as *const c_void;
        // SAFETY: the types are those of the specification; the callbacks have the types of their events.
        unsafe {
            let add: AddCapabilities = self.function(ADD_CAPABILITIES);
            let failed = |what: &str, code: jint| match code {
                0 => Ok(()),
                code => Err(format!("the JVM does not give {what} (error {code})")),
            };
            failed("what the agent needs", add(self.0, &raw const capabilities))?;
            let set: SetCallbacks = self.function(SET_EVENT_CALLBACKS);
            failed("callbacks", set(self.0, &raw const callbacks, size_of_val(&callbacks) as jint))?;
            let mode: SetMode = self.function(SET_EVENT_NOTIFICATION_MODE);
            for event in [VM_START, VM_INIT, VM_DEATH, CLASS_FILE_LOAD_HOOK] {
                failed("events", mode(self.0, 1, event as jint, null_mut()))?;
            }
        }
        Ok(())
    }
}

impl Vm {
    /// Defines a class of the boot loader.
    pub(crate) fn define(self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let text = CString::new(name).map_err(|error| error.to_string())?;
        // SAFETY: a JNI call with a string and bytes that outlive it.
        let class = unsafe {
            ((**self.0).v1_6.DefineClass)(
                self.0,
                text.as_ptr(),
                null_mut(),
                bytes.as_ptr().cast(),
                bytes.len() as jint,
            )
        };
        if class.is_null() {
            self.forget_exception();
            return Err(format!("the JVM does not take the class {name}"));
        }
        Ok(())
    }

    pub(crate) fn find(self, name: &CStr) -> Result<Class, String> {
        // SAFETY: a JNI call with a string that outlives it.
        let class = unsafe { ((**self.0).v1_6.FindClass)(self.0, name.as_ptr()) };
        if class.is_null() {
            self.forget_exception();
            return Err(format!("there is no class {}", name.to_string_lossy()));
        }
        Ok(Class(class))
    }

    /// Calls a static method without parameters or result; an exception is dropped and told.
    pub(crate) fn call(self, class: Class, name: &CStr) -> Result<(), String> {
        // SAFETY: JNI calls with a class of this thread's frame and a method that was found in it.
        unsafe {
            let method = self.method(class, name, c"()V")?;
            ((**self.0).v1_6.CallStaticVoidMethodA)(self.0, class.0, method, null());
        }
        self.outcome(name)
    }

    /// As [`Vm::call`], of a method that takes two longs.
    pub(crate) fn call_with(self, class: Class, name: &CStr, arguments: [i64; 2]) -> Result<(), String> {
        let arguments = arguments.map(|argument| jvalue { j: argument });
        // SAFETY: as in `call`; the method takes what it is given.
        unsafe {
            let method = self.method(class, name, c"(JJ)V")?;
            ((**self.0).v1_6.CallStaticVoidMethodA)(self.0, class.0, method, arguments.as_ptr());
        }
        self.outcome(name)
    }

    /// A static field, which is an int or a long.
    pub(crate) fn number(self, class: Class, name: &CStr) -> Result<i64, String> {
        // SAFETY: JNI calls with a class of this frame, and a field that was found with the type it is read with.
        unsafe {
            let find = |descriptor: &CStr| {
                let field =
                    ((**self.0).v1_6.GetStaticFieldID)(self.0, class.0, name.as_ptr(), descriptor.as_ptr());
                self.forget_exception();
                field
            };
            let (int, long) = (find(c"I"), find(c"J"));
            if !int.is_null() {
                return Ok(((**self.0).v1_6.GetStaticIntField)(self.0, class.0, int).into());
            }
            if !long.is_null() {
                return Ok(((**self.0).v1_6.GetStaticLongField)(self.0, class.0, long));
            }
        }
        Err(format!("the JDK has no {}", name.to_string_lossy()))
    }

    /// As [`Vm::call`], of a method that gives a long.
    pub(crate) fn call_long(self, class: Class, name: &CStr) -> Result<i64, String> {
        // SAFETY: as in `call`.
        let value = unsafe {
            let method = self.method(class, name, c"()J")?;
            ((**self.0).v1_6.CallStaticLongMethodA)(self.0, class.0, method, null())
        };
        self.outcome(name).map(|()| value)
    }

    /// As [`Vm::call`], of a method that gives an array of strings.
    pub(crate) fn call_strings(self, class: Class, name: &CStr) -> Result<Vec<String>, String> {
        // SAFETY: as in `call`.
        let array = unsafe {
            let method = self.method(class, name, c"()[Ljava/lang/String;")?;
            ((**self.0).v1_6.CallStaticObjectMethodA)(self.0, class.0, method, null())
        };
        self.outcome(name)?;
        if array.is_null() { Ok(Vec::new()) } else { Ok(self.strings(array)) }
    }

    fn outcome(self, name: &CStr) -> Result<(), String> {
        match self.forget_exception() {
            true => Err(format!("{} of the runtime failed", name.to_string_lossy())),
            false => Ok(()),
        }
    }

    unsafe fn method(self, class: Class, name: &CStr, descriptor: &CStr) -> Result<jmethodID, String> {
        // SAFETY: a JNI call with strings that outlive it.
        let method = unsafe {
            ((**self.0).v1_6.GetStaticMethodID)(self.0, class.0, name.as_ptr(), descriptor.as_ptr())
        };
        if method.is_null() {
            self.forget_exception();
            return Err(format!("the runtime has no {}", name.to_string_lossy()));
        }
        Ok(method)
    }

    /// Drops a pending exception; tells whether there was one.
    fn forget_exception(self) -> bool {
        // SAFETY: JNI calls without arguments.
        unsafe {
            let is_pending = ((**self.0).v1_6.ExceptionCheck)(self.0);
            if is_pending {
                ((**self.0).v1_6.ExceptionClear)(self.0);
            }
            is_pending
        }
    }

    fn strings(self, array: jobjectArray) -> Vec<String> {
        // SAFETY: the runtime gives an array of strings, all of which are there.
        unsafe {
            let length = ((**self.0).v1_6.GetArrayLength)(self.0, array as jarray);
            (0..length)
                .map(|at| {
                    let text: jstring = ((**self.0).v1_6.GetObjectArrayElement)(self.0, array, at);
                    let text_out = if text.is_null() { String::new() } else { self.string(text) };
                    ((**self.0).v1_6.DeleteLocalRef)(self.0, text);
                    text_out
                })
                .collect()
        }
    }

    fn longs(self, array: jlongArray) -> Vec<i64> {
        // SAFETY: the runtime gives an array of longs; as many are copied as it has.
        unsafe {
            let length = ((**self.0).v1_6.GetArrayLength)(self.0, array as jarray);
            let mut longs = vec![0; usize::try_from(length).unwrap_or(0)];
            ((**self.0).v1_6.GetLongArrayRegion)(self.0, array, 0, length, longs.as_mut_ptr());
            longs
        }
    }

    /// The text of a string, which may be null.
    unsafe fn string_or_none(self, text: jstring) -> Option<String> {
        // SAFETY: as the caller says, but for null.
        (!text.is_null()).then(|| unsafe { self.string(text) })
    }

    unsafe fn string(self, text: jstring) -> String {
        // SAFETY: the caller gives a string; its characters are freed after they were copied.
        unsafe {
            let characters = ((**self.0).v1_6.GetStringUTFChars)(self.0, text, null_mut());
            if self.forget_exception() || characters.is_null() {
                return String::new();
            }
            let copy = CStr::from_ptr(characters).to_string_lossy().into_owned();
            ((**self.0).v1_6.ReleaseStringUTFChars)(self.0, text, characters);
            copy
        }
    }

    fn array_of(self, strings: &[String]) -> jobjectArray {
        let Ok(class) = self.find(c"java/lang/String") else { return null_mut() };
        // SAFETY: JNI calls; what is made belongs to this frame.
        unsafe {
            let array = ((**self.0).v1_6.NewObjectArray)(self.0, strings.len() as jint, class.0, null_mut());
            // There may be no memory left: the runtime gets nothing then.
            if self.forget_exception() || array.is_null() {
                return null_mut();
            }
            for (at, text) in strings.iter().enumerate() {
                let Ok(text) = CString::new(text.as_str()) else { return null_mut() };
                let text = ((**self.0).v1_6.NewStringUTF)(self.0, text.as_ptr());
                if self.forget_exception() || text.is_null() {
                    return null_mut();
                }
                ((**self.0).v1_6.SetObjectArrayElement)(self.0, array, at as jint, text);
                ((**self.0).v1_6.DeleteLocalRef)(self.0, text);
            }
            array
        }
    }
}

/// Runs what the JVM asked for; a panic is told, and nothing else happens.
fn guarded<T>(what: &str, default: T, run: impl FnOnce(&Agent) -> T) -> T {
    let Some(agent) = AGENT.get() else { return default };
    match catch_unwind(AssertUnwindSafe(|| run(agent))) {
        Ok(value) => value,
        Err(_) => {
            agent.note_failure(&format!("internal error in {what}"));
            default
        }
    }
}

/// JVMs that this one starts get the agent, too, as `deadheat run` asks for; those that get it anyway, once.
fn cover_children() {
    const OPTIONS: &str = "JAVA_TOOL_OPTIONS";
    let Ok(agent) = std::env::var("DEADHEAT_CHILDREN") else { return };
    let before = std::env::var(OPTIONS).unwrap_or_default();
    if !before.contains(&agent) {
        // SAFETY: the JVM has not started any thread yet that would read the environment.
        unsafe { std::env::set_var(OPTIONS, format!("{before} {agent}").trim()) };
    }
}

/// Called by the JVM when it loads the agent.
///
/// # Safety
/// As the JVM tool interface says.
#[unsafe(no_mangle)]
unsafe extern "system" fn Agent_OnLoad(vm: *mut JavaVM, options: *const c_char, _: *mut c_void) -> jint {
    let mut tools: *mut c_void = null_mut();
    // SAFETY: the JVM gives an interface that lives as long as it does, and a string or null.
    let (code, options) = unsafe {
        let code = ((**vm).v1_4.GetEnv)(vm, &raw mut tools, TOOL_INTERFACE);
        let options = if options.is_null() { None } else { Some(CStr::from_ptr(options)) };
        (code, options.map(|text| text.to_string_lossy().into_owned()).unwrap_or_default())
    };
    let start = || -> Result<(), String> {
        if code != 0 {
            return Err("the JVM has no tool interface".to_owned());
        }
        let tools = Tools(tools.cast_const().cast());
        let home = tools.property(c"java.home");
        let agent = Agent::new(&options, home.as_deref())?;
        // A second agent of the same JVM would find this one in its place.
        AGENT.set(agent).map_err(|_| "the agent is loaded twice".to_owned())?;
        tools.enable()?;
        cover_children();
        Ok(())
    };
    match catch_unwind(AssertUnwindSafe(start)) {
        Ok(Ok(())) => {}
        Ok(Err(message)) => crate::agent::complain(&message),
        Err(_) => crate::agent::complain("internal error at start"),
    }
    // The program runs in any case.
    0
}

unsafe extern "system" fn on_vm_start(_: *const Table, env: *mut JNIEnv) {
    guarded("the start of the JVM", (), |agent| agent.on_start(Vm(env)));
}

unsafe extern "system" fn on_vm_init(tools: *const Table, env: *mut JNIEnv, _: jobject) {
    type SetMode = unsafe extern "system" fn(*const Table, jint, jint, jobject, ...) -> jint;
    guarded("the start of the program", (), |agent| {
        agent.on_init(Vm(env), |name| Tools(tools).property(name));
        // SAFETY: the type is that of the specification.
        unsafe {
            let mode: SetMode = Tools(tools).function(SET_EVENT_NOTIFICATION_MODE);
            mode(tools, 1, THREAD_START as jint, null_mut());
        }
    });
}

unsafe extern "system" fn on_vm_death(_: *const Table, env: *mut JNIEnv) {
    guarded("the end of the program", (), |agent| agent.on_death(Vm(env)));
}

unsafe extern "system" fn on_thread_start(_: *const Table, env: *mut JNIEnv, _: jobject) {
    guarded("the start of a thread", (), |agent| agent.on_thread(Vm(env)));
}

#[allow(clippy::too_many_arguments, reason = "the JVM tool interface has them")]
unsafe extern "system" fn on_class(
    tools: *const Table,
    _: *mut JNIEnv,
    _redefined: jclass,
    loader: jobject,
    name: *const c_char,
    _: jobject,
    length: jint,
    bytes: *const c_uchar,
    new_length: *mut jint,
    new_bytes: *mut *mut c_uchar,
) {
    if name.is_null() || bytes.is_null() {
        return;
    }
    guarded("a class", (), |agent| {
        // SAFETY: the JVM gives a string and as many bytes as it says, for the time of this call.
        let (name, bytes) = unsafe {
            (CStr::from_ptr(name).to_string_lossy(), std::slice::from_raw_parts(bytes, length as usize))
        };
        let Some(rewritten) = agent.on_class(&name, loader.is_null(), bytes) else { return };
        let Some(memory) = Tools(tools).allocate(&rewritten) else { return };
        // SAFETY: the JVM gives two places for the new class, and takes over its memory.
        unsafe {
            *new_length = rewritten.len() as jint;
            *new_bytes = memory;
        }
    });
}

// The runtime's native methods. The JVM looks for them by these names; binding them by hand would make it complain, on
// the program's standard output.

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_describe(
    env: *mut JNIEnv,
    _: jclass,
    kind: jint,
    number: jint,
) -> jobjectArray {
    guarded("a name", null_mut(), |agent| Vm(env).array_of(&agent.describe(kind, number as u32)))
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_effects(
    env: *mut JNIEnv,
    _: jclass,
    call: jint,
    class: jstring,
    declared: jstring,
) -> jobjectArray {
    guarded("a call", null_mut(), |agent| {
        // SAFETY: the runtime gives strings, or null for the second.
        let (class, declared) = unsafe { (Vm(env).string(class), Vm(env).string_or_none(declared)) };
        Vm(env).array_of(&agent.effects(call as u32, &class, declared.as_deref()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_kind(
    env: *mut JNIEnv,
    _: jclass,
    class: jstring,
    declared: jstring,
) -> jobjectArray {
    guarded("a class", null_mut(), |agent| {
        // SAFETY: the runtime gives strings, or null for the second.
        let (class, declared) = unsafe { (Vm(env).string(class), Vm(env).string_or_none(declared)) };
        Vm(env).array_of(&agent.kind(&class, declared.as_deref()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_report(
    env: *mut JNIEnv,
    _: jclass,
    race: jobjectArray,
    there: jint,
    here: jint,
) {
    guarded("a report", (), |agent| {
        agent.on_race(&Vm(env).strings(race), there as u32, here as u32);
    });
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_note(env: *mut JNIEnv, _: jclass, failure: jstring) {
    // SAFETY: the runtime gives a string.
    guarded("a failure", (), |agent| agent.note_failure(&unsafe { Vm(env).string(failure) }));
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_Deadheat_isToThrow(_: *mut JNIEnv, _: jclass) -> jboolean {
    guarded("a race", false, Agent::is_to_throw)
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_DeadheatRecorder_exchange(
    _: *mut JNIEnv,
    _: jclass,
    thread: jint,
    at: jlong,
    room: jint,
) -> jlong {
    guarded("a tape", 0, |agent| {
        agent.recorder.as_ref().map_or(0, |recorder| recorder.exchange(thread.cast_unsigned(), at, room))
    })
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_DeadheatRecorder_complete(_: *mut JNIEnv, _: jclass, tick: jlong) {
    guarded("a checkpoint", (), |agent| {
        if let Some(recorder) = &agent.recorder {
            recorder.complete(tick);
        }
    });
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_DeadheatRecorder_number(
    env: *mut JNIEnv,
    _: jclass,
    field: jobjectArray,
) -> jint {
    guarded("a field", 0, |agent| {
        let field = Vm(env).strings(field);
        agent.recorder.as_ref().map_or(0, |recorder| recorder.field(&field).cast_signed())
    })
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_DeadheatRecorder_thread(
    env: *mut JNIEnv,
    _: jclass,
    number: jint,
    parent: jint,
    object: jlong,
    tick: jlong,
    name: jstring,
) {
    guarded("a thread", (), |agent| {
        // SAFETY: the runtime gives a string, or null.
        let name = if name.is_null() { String::new() } else { unsafe { Vm(env).string(name) } };
        if let Some(recorder) = &agent.recorder {
            recorder.thread(number.cast_unsigned(), parent, object, tick, name);
        }
    });
}

#[unsafe(no_mangle)]
unsafe extern "system" fn Java_java_lang_DeadheatRecorder_heap(
    env: *mut JNIEnv,
    _: jclass,
    numbers: jlongArray,
) {
    guarded("what is reachable", (), |agent| {
        if let Some(recorder) = &agent.recorder {
            recorder.heap(&Vm(env).longs(numbers));
        }
    });
}
