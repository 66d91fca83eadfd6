//! What is written comes back; what is damaged is said, and what was before is still read.

use deadheat_trace::format::{CHUNK_HEADER, FILE_HEADER, Merge, Reader, Writer, read_trace, write_trace};
use deadheat_trace::{ErrorKind, Event, Op, SiteId, ThreadId, Tick, Trace, TraceBuilder, problems, rapid};

/// Two threads with locks, values, waits and an untraced call.
fn sample() -> Trace {
    sample_of(40)
}

fn sample_of(turns: u64) -> Trace {
    let mut b = TraceBuilder::new();
    b.fork("main", "worker").begin("worker");
    for turn in 0..turns {
        b.acquire("main", "lock").write("main", "o.f", turn << 40).release("main", "lock");
        b.at("Worker.run:7").read("worker", "array[9]", turn).write("worker", "x", u64::MAX - turn);
        b.acquire("worker", "lock").read("worker", "o.f", turn << 40).release("worker", "lock");
    }
    b.acquire("worker", "lock").on("worker", Op::WaitBegin, "lock").acquire("main", "lock");
    let notification = b.notify("main", "lock");
    b.release("main", "lock").woken("worker", "lock", notification).release("worker", "lock");
    b.method_begin("main", "java.lang.Thread.isAlive", &["thread worker", "static x"]);
    b.method_end("main", "java.lang.Thread.isAlive").end("worker").join("main", "worker");
    b.build()
}

fn bytes_of(trace: &Trace, compress: bool) -> Vec<u8> {
    let mut writer = Writer::with_chunks(Vec::new(), compress, 64).unwrap();
    writer.records(&trace.tables.records()).unwrap();
    let mut ticks = deadheat_trace::format::Ticks::default();
    for event in &trace.events {
        writer.event(event, ticks.of(event)).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn a_trace_comes_back() {
    let trace = sample();
    assert_eq!(problems(&trace, 10), []);
    for compress in [false, true] {
        let reader = Reader::from_bytes(write_trace(&trace, Vec::new(), compress).unwrap()).unwrap();
        let (mut again, error) = read_trace(&reader);
        assert_eq!(error, None);
        assert!(again.tables.is_whole);
        again.tables.is_whole = false;
        assert_eq!(again, trace);
    }
}

#[test]
fn every_cut_leaves_a_prefix() {
    let trace = sample();
    let bytes = bytes_of(&trace, false);
    let whole = trace.events.len();
    let mut longest = 0;
    for length in 0..bytes.len() {
        let reader = match Reader::from_bytes(bytes[..length].to_vec()) {
            Ok(reader) => reader,
            Err(error) => {
                assert!(length < FILE_HEADER, "{length}: {error}");
                assert_eq!(error.kind, ErrorKind::Malformed);
                continue;
            }
        };
        let (part, error) = read_trace(&reader);
        assert_eq!(error, None, "cut at {length}");
        assert_eq!(part.events, trace.events[..part.events.len()], "cut at {length}");
        longest = longest.max(part.events.len());
        let is_whole = part.tables.is_whole;
        assert!(!is_whole, "cut at {length}");
    }
    assert!(longest > whole / 2, "{longest} of {whole}");
}

#[test]
fn every_flipped_bit_is_seen() {
    let trace = sample_of(8);
    let bytes = bytes_of(&trace, true);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let Ok(reader) = Reader::from_bytes(damaged) else {
            assert!(bit / 8 < FILE_HEADER, "bit {bit}");
            continue;
        };
        let damage = reader.damage.as_ref().unwrap_or_else(|| panic!("bit {bit} is not seen"));
        let at = damage.error.offset.unwrap();
        assert!(at <= bit as u64 / 8, "bit {bit}: {}", damage.error);
        let (part, _) = read_trace(&reader);
        assert_eq!(part.events, trace.events[..part.events.len()], "bit {bit}");
    }
}

#[test]
fn chunks_out_of_order_are_seen() {
    let bytes = bytes_of(&sample(), false);
    let mut chunks = Vec::new();
    let mut at = FILE_HEADER;
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at + 8..at + 12].try_into().unwrap()) as usize;
        chunks.push(&bytes[at..at + CHUNK_HEADER + length]);
        at += CHUNK_HEADER + length;
    }
    let thread = |chunk: &[u8]| (chunk[4], chunk[16]);
    let first = chunks.iter().position(|chunk| thread(chunk) == (1, 1)).unwrap();
    let second = first + 1 + chunks[first + 1..].iter().position(|chunk| thread(chunk) == (1, 1)).unwrap();
    let mut swapped = chunks.clone();
    swapped.swap(first, second);
    let file = [&bytes[..FILE_HEADER], &swapped.concat()].concat();
    let damage = Reader::from_bytes(file).unwrap().damage.unwrap();
    assert!(damage.error.message.contains("out of order"), "{}", damage.error);
    chunks.remove(first);
    let file = [&bytes[..FILE_HEADER], &chunks.concat()].concat();
    let damage = Reader::from_bytes(file).unwrap().damage.unwrap();
    assert!(damage.error.message.contains("chunk 1 of thread 1"), "{}", damage.error);
}

#[test]
fn other_versions_and_files_are_named() {
    let mut bytes = bytes_of(&sample(), false);
    bytes[8] = 7;
    let error = Reader::from_bytes(bytes).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unsupported);
    assert!(error.to_string().contains("format version 7"), "{error}");
    let error = Reader::from_bytes(b"PK\x03\x04 a jar that is no trace".to_vec()).unwrap_err();
    assert!(error.to_string().contains("no trace"), "{error}");
}

#[test]
fn accesses_with_equal_ticks_are_ordered_by_their_values() {
    let location = TraceBuilder::new().location("x");
    let access = |thread, op, value| Event {
        slot: location.slot.0,
        value,
        ..Event::new(ThreadId(thread), SiteId(1), op)
    };
    let mut writer = Writer::new(Vec::new(), false).unwrap();
    writer.event(&access(0, Op::Read, 5), Tick(3)).unwrap();
    writer.event(&access(0, Op::Read, 6), Tick(3)).unwrap();
    writer.event(&access(1, Op::Write, 5), Tick(3)).unwrap();
    writer.event(&access(1, Op::Write, 6), Tick(3)).unwrap();
    writer.event(&access(1, Op::Read, 6), Tick(3)).unwrap();
    let reader = Reader::from_bytes(writer.finish().unwrap()).unwrap();
    let (trace, _) = read_trace(&reader);
    let mut last = None;
    for event in &trace.events {
        match event.op {
            Op::Write => last = Some(event.value),
            _ => assert!(last.is_none_or(|value| value == event.value), "{:?}", trace.events),
        }
    }
    let mut block = Vec::new();
    let mut merge = Merge::new(&reader);
    assert!(merge.next_block(&mut block));
    assert_eq!(block.len(), 5);
}

#[test]
fn rapids_text_comes_back() {
    let text =
        "T0|fork(T1)|1\nT0|acq(5)|2\nT0|w(0.3)|3\nT0|rel(5)|4\nT1|r(0.3)|5\nT1|begin|6\nT0|join(T1)|7\n";
    let trace = rapid::import(text).unwrap();
    assert_eq!(trace.events.len(), 7);
    assert_eq!(trace.events[4].value, trace.events[2].value);
    let (again, losses) = rapid::export(&trace);
    assert_eq!(losses, rapid::Losses::default());
    let (once_more, _) = rapid::export(&rapid::import(&again).unwrap());
    assert_eq!(again, once_more);
    let error = rapid::import("T0|w(x)|1\nT0|jump(x)|2").unwrap_err();
    assert_eq!(error.line, Some(2));
    assert!(rapid::import("T0|acq(l)|1\nT0|acq(l)|1\nT0|rel(l)|1\nT0|rel(l)|1").unwrap().events.len() == 2);
}
