//! Messages: latches, semaphores and volatile flags that order what threads do.
//!
//! An access of a thread comes before one of another thread if the second one surely comes after a receive
//! through one object (or the test that a volatile field is not 0, false or null), which only returns after a
//! send, and the first one is only ever made before that send:
//! - the sender is one thread, and the send cannot have been made when it makes the access;
//! - that holds of every send, or the receive needs all of them: a latch whose count is the number of its
//!   sends, each of which is made once.
//!
//! All sends are looked at, those of libraries included; a field that handles or reflection may write is no
//! flag. What is received is a must: it holds on all ways to the access, through all callers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use deadheat_models::{Bound, Object};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, SiteKind};
use deadheat_program::FieldId;
use deadheat_program::ir::InstId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::facts::Moment;
use crate::parallel::FactsOf;
use crate::signals::{Means, Signal};
use crate::threads::Graph;

/// By what messages go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Object(ObjectId),
    Field(FieldId, Option<ObjectId>),
}

struct Channel {
    /// How many sends a receive needs at least.
    needs: usize,
    sends: Vec<usize>,
    /// Each send is made once.
    are_once: bool,
}

/// See the module's description.
#[derive(Default)]
pub(crate) struct Messages {
    channels: Vec<Channel>,
    /// By send: the thread that makes it, if it is one.
    senders: Vec<Option<usize>>,
    /// By thread: the channels that it alone sends something through.
    channels_of: FxHashMap<usize, BTreeSet<usize>>,
    /// By instance and call: what is received when it has returned, or has returned as it should.
    received: FxHashMap<(InstanceId, usize), (bool, usize)>,
    /// By instance: what is surely received when it begins.
    received_at_entry: Vec<Option<Bits>>,
    /// By instance: the sends of each of its calls.
    sending: Vec<Vec<(usize, Bits)>>,
    /// By instance: the sends that may have been made when it begins.
    sent_at_entry: Vec<Bits>,
}

/// What is known at an access.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Told {
    received: Bits,
    /// By thread: the channels whose receivers come after it.
    announced: Vec<(usize, Bits)>,
}

impl Told {
    /// Whether an access of a thread comes before another one.
    pub(crate) fn is_before(&self, thread: usize, other: &Told) -> bool {
        let announced = self.announced.iter().find(|(of, _)| *of == thread);
        announced.is_some_and(|(_, channels)| channels.iter().any(|one| other.received.contains(one)))
    }
}

impl Messages {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        graph: &Graph,
        facts: &FactsOf,
        singles: &Bits,
    ) -> Messages {
        let finder = Finder { points_to, bound, graph, facts, singles };
        let receives = finder.receives();
        let (found, by_key) = finder.sends();
        let needs = finder.needs();
        let mut messages = Messages::default();
        let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
        let mut sends: Vec<Send> = Vec::new();
        let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
        let received: BTreeSet<Key> = receives.iter().map(|&(.., key)| key).collect();
        for (key, own) in by_key.into_iter().filter(|(key, _)| received.contains(key)) {
            let needed = match key {
                Key::Object(object) => needs.get(&object).copied().unwrap_or(0),
                Key::Field(..) => 1,
            };
            if needed > 0 {
                numbers.insert(key, messages.channels.len());
                let are_once = own.iter().all(|&send| finder.is_once(&found[send]));
                let mut number = |send: usize| {
                    *kept.entry(send).or_insert_with(|| {
                        sends.push(found[send]);
                        sends.len() - 1
                    })
                };
                let own = own.into_iter().map(&mut number).collect();
                messages.channels.push(Channel { needs: needed, sends: own, are_once });
            }
        }
        if numbers.is_empty() {
            return messages;
        }
        let sender = |send: &Send| {
            let mut threads = graph.threads_of(send.instance).iter();
            threads.next().filter(|_| threads.next().is_none())
        };
        messages.senders = sends.iter().map(sender).collect();
        for (number, channel) in messages.channels.iter().enumerate() {
            for sender in channel.sends.iter().filter_map(|&send| messages.senders[send]) {
                messages.channels_of.entry(sender).or_default().insert(number);
            }
        }
        for (instance, number, needs_outcome, key) in receives {
            if let Some(&channel) = numbers.get(&key) {
                messages.received.insert((instance, number), (needs_outcome, channel));
            }
        }
        let all: Vec<InstanceId> = points_to.all_instances().collect();
        messages.follow_sends(graph, facts, &all, &sends, &|caller| finder.library(caller));
        messages.follow_receives(graph, facts);
        messages
    }

    /// What is known at a place of an instance, for the threads that run it.
    pub(crate) fn at(&self, graph: &Graph, instance: InstanceId, moment: &Moment, threads: &Bits) -> Told {
        if self.channels.is_empty() {
            return Told::default();
        }
        let sent = self.sent(instance, moment);
        let is_one = |&thread: &usize| graph.threads[thread].is_single && !graph.threads[thread].is_repeated;
        let announced = threads.iter().filter(is_one).filter_map(|thread| {
            let channels = self.channels_of.get(&thread)?.iter().copied();
            let channels: Bits =
                channels.filter(|&channel| self.is_announced(channel, thread, &sent)).collect();
            (channels != Bits::default()).then_some((thread, channels))
        });
        Told { received: self.received_by(instance, moment), announced: announced.collect() }
    }

    /// Whether whoever receives through a channel comes after a place where a thread may have made only these
    /// sends.
    fn is_announced(&self, channel: usize, thread: usize, sent: &Bits) -> bool {
        let Channel { needs, sends, are_once } = &self.channels[channel];
        let is_later = |send: &usize| self.senders[*send] == Some(thread) && !sent.contains(*send);
        match *are_once && sends.len() == *needs {
            true => sends.iter().any(is_later),
            false => !sends.is_empty() && sends.iter().all(is_later),
        }
    }

    /// The sends that may have been made at a place.
    fn sent(&self, instance: InstanceId, moment: &Moment) -> Bits {
        let mut sent = self.sent_at_entry[instance.index()].clone();
        for (call, sends) in &self.sending[instance.index()] {
            if moment.maybe_before.contains(*call) {
                sent.union(sends);
            }
        }
        sent
    }

    /// What has surely been received at a place.
    fn received_by(&self, instance: InstanceId, moment: &Moment) -> Bits {
        let mut received = self.received_at_entry[instance.index()].clone().unwrap_or_default();
        for call in moment.surely_before.iter() {
            if let Some(&(needs_outcome, channel)) = self.received.get(&(instance, call))
                && (!needs_outcome || moment.succeeded.contains(call))
            {
                received.insert(channel);
            }
        }
        received
    }

    fn follow_sends(
        &mut self,
        graph: &Graph,
        facts: &FactsOf,
        all: &[InstanceId],
        sends: &[Send],
        library: &dyn Fn(InstanceId) -> Library,
    ) {
        let count = graph.calls.len();
        let mut inside = vec![Bits::default(); count];
        let mut work: VecDeque<InstanceId> = VecDeque::new();
        for (number, send) in sends.iter().enumerate() {
            inside[send.instance.index()].insert(number);
            work.push_back(send.instance);
        }
        while let Some(callee) = work.pop_front() {
            let own = inside[callee.index()].clone();
            for &(caller, _) in graph.callers(callee) {
                if inside[caller.index()].union(&own) {
                    work.push_back(caller);
                }
            }
        }
        let mut own: FxHashMap<InstanceId, Vec<(InstId, usize)>> = FxHashMap::default();
        for (number, send) in sends.iter().enumerate() {
            if let Some(inst) = send.inst {
                own.entry(send.instance).or_default().push((inst, number));
            }
        }
        self.sending = vec![Vec::new(); count];
        for &caller in all {
            let Some(facts) = facts.get(&caller) else { continue };
            let mut by_call: BTreeMap<usize, Bits> = BTreeMap::new();
            for &(inst, callee) in &graph.calls[caller.index()] {
                if let Some(index) = facts.index_of(inst) {
                    by_call.entry(index).or_default().union(&inside[callee.index()]);
                }
            }
            for &(inst, number) in own.get(&caller).into_iter().flatten() {
                if let Some(index) = facts.index_of(inst) {
                    by_call.entry(index).or_default().insert(number);
                }
            }
            self.sending[caller.index()] = by_call.into_iter().collect();
        }
        self.sent_at_entry = vec![Bits::default(); count];
        let mut work: VecDeque<InstanceId> = all.iter().copied().collect();
        let mut waits: Bits = all.iter().map(|instance| instance.index()).collect();
        while let Some(caller) = work.pop_front() {
            waits.remove(caller.index());
            let mut others = None;
            for &(inst, callee) in &graph.calls[caller.index()] {
                let sent = match facts.get(&caller).and_then(|facts| facts.call_at(inst)) {
                    Some(call) => self.sent(caller, &call.moment),
                    None => {
                        // Whatever else a library's method calls may come first, and the call itself if it
                        // is repeated.
                        let kind = library(caller);
                        let others = others.get_or_insert_with(|| {
                            // What a contract names and what is in the body is one call.
                            let is_one = kind == Library::Contract;
                            let calls = graph.calls[caller.index()].iter();
                            let calls: BTreeSet<_> =
                                calls.map(|&(at, other)| ((!is_one).then_some(at), other)).collect();
                            calls.iter().map(|(_, other)| &inside[other.index()]).collect::<SentByCalls>()
                        });
                        let mut sent = self.sent_at_entry[caller.index()].clone();
                        match kind {
                            Library::Repeats => sent.union(&others.any),
                            _ => sent.union(&others.but_for(&inside[callee.index()])),
                        };
                        sent
                    }
                };
                if self.sent_at_entry[callee.index()].union(&sent) && waits.insert(callee.index()) {
                    work.push_back(callee);
                }
            }
        }
    }

    fn follow_receives(&mut self, graph: &Graph, facts: &FactsOf) {
        self.received_at_entry = vec![None; graph.calls.len()];
        let roots: Vec<InstanceId> = graph.threads.iter().flat_map(|thread| thread.roots.clone()).collect();
        for root in &roots {
            self.received_at_entry[root.index()] = Some(Bits::default());
        }
        let mut work: VecDeque<InstanceId> = roots.into_iter().collect();
        let mut waits = Bits::default();
        while let Some(caller) = work.pop_front() {
            waits.remove(caller.index());
            for &(inst, callee) in &graph.calls[caller.index()] {
                let passed = match facts.get(&caller).and_then(|facts| facts.call_at(inst)) {
                    Some(call) => self.received_by(caller, &call.moment),
                    None => self.received_at_entry[caller.index()].clone().unwrap_or_default(),
                };
                let known = &mut self.received_at_entry[callee.index()];
                let changed = match known {
                    Some(known) => known.intersect(&passed),
                    None => {
                        *known = Some(passed);
                        true
                    }
                };
                if changed && waits.insert(callee.index()) {
                    work.push_back(callee);
                }
            }
        }
    }
}

/// What some calls send, and what more than one of them does: what all but one of them send is known without going through
/// them for each.
#[derive(Default)]
struct SentByCalls {
    any: Bits,
    several: Bits,
}

impl SentByCalls {
    /// What the calls send but for one, which sends these.
    fn but_for(&self, one: &Bits) -> Bits {
        let mut sent = self.any.clone();
        sent.subtract(one);
        sent.union(&self.several);
        sent
    }
}

impl<'b> FromIterator<&'b Bits> for SentByCalls {
    fn from_iter<I: IntoIterator<Item = &'b Bits>>(calls: I) -> SentByCalls {
        let mut all = SentByCalls::default();
        for sent in calls {
            let mut again = sent.clone();
            again.intersect(&all.any);
            all.several.union(&again);
            all.any.union(sent);
        }
        all
    }
}

/// A send: an instruction of an instance, or what a thread begins with.
#[derive(Clone, Copy)]
struct Send {
    instance: InstanceId,
    inst: Option<InstId>,
}

/// How often a library's method makes a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    /// Once, as its contract says.
    Contract,
    /// Each of its calls once.
    Once,
    Repeats,
}

struct Finder<'m> {
    points_to: &'m PointsTo<'m>,
    bound: &'m Bound<'m>,
    graph: &'m Graph,
    facts: &'m FactsOf,
    singles: &'m Bits,
}

impl Finder<'_> {
    /// All sends, and those of each channel that is one object.
    fn sends(&self) -> (Vec<Send>, BTreeMap<Key, Vec<usize>>) {
        let mut found: BTreeMap<(InstanceId, Option<InstId>), Vec<Key>> = BTreeMap::new();
        for instance in self.points_to.all_instances() {
            let contract = self.points_to.method(instance).and_then(|method| self.bound.contract(method));
            let sent = contract.and_then(|contract| contract.ordering).map(|ordering| ordering.sends);
            if sent.is_some_and(|sent| sent.iter().any(|message| message.object == Object::This)) {
                let objects = self.points_to.parameters(instance).into_iter().next().unwrap_or_default();
                let keys: Vec<Key> = objects.into_iter().map(Key::Object).collect();
                for &(caller, inst) in self.graph.callers(instance) {
                    found.entry((caller, Some(inst))).or_default().extend(&keys);
                }
                if self.graph.is_root(instance) {
                    found.entry((instance, None)).or_default().extend(keys);
                }
            }
            for call in self.facts.get(&instance).iter().flat_map(|facts| &facts.calls) {
                if let Some(Signal { means, is_sent: true }) = call.signal {
                    found.entry((instance, Some(call.inst))).or_default().extend(self.keys(instance, means));
                }
            }
        }
        let (mut sends, mut by_key): (Vec<Send>, BTreeMap<Key, Vec<usize>>) = Default::default();
        for ((instance, inst), mut keys) in found {
            keys.sort();
            keys.dedup();
            keys.into_iter().for_each(|key| by_key.entry(key).or_default().push(sends.len()));
            sends.push(Send { instance, inst });
        }
        let by_handle = self.fields_with_handles();
        by_key.retain(|key, _| match *key {
            Key::Object(object) => self.singles.contains(object.index()),
            Key::Field(field, object) => {
                !by_handle.contains(&field)
                    && object.is_none_or(|object| self.singles.contains(object.index()))
            }
        });
        (sends, by_key)
    }

    fn fields_with_handles(&self) -> FxHashSet<FieldId> {
        let field = |object| match self.points_to.site_kind(*self.points_to.sites(object).first()?) {
            SiteKind::FieldObject(field, _) => Some(field),
            _ => None,
        };
        self.points_to.objects().filter_map(field).collect()
    }

    fn keys(&self, instance: InstanceId, means: Means) -> Vec<Key> {
        match means {
            Means::Object(value) => {
                self.points_to.points_to(instance, value).into_iter().map(Key::Object).collect()
            }
            Means::Static(field) => vec![Key::Field(field, None)],
            Means::Field(field, value) => {
                let objects = self.points_to.points_to(instance, value).into_iter();
                objects.map(|object| Key::Field(field, Some(object))).collect()
            }
        }
    }

    /// Receives through one object: the call's index, and whether it needs an outcome.
    fn receives(&self) -> Vec<(InstanceId, usize, bool, Key)> {
        let mut found = Vec::new();
        for instance in self.points_to.all_instances() {
            let Some(facts) = self.facts.get(&instance) else { continue };
            for (number, call) in facts.calls.iter().enumerate() {
                let Some(Signal { means, is_sent: false }) = call.signal else { continue };
                let is_flag = !matches!(means, Means::Object(_));
                if let [key] = self.keys(instance, means)[..] {
                    found.push((instance, number, is_flag || call.tasks.needs_outcome, key));
                }
            }
        }
        found
    }

    /// By object: how many sends a receive needs, if it is made with a constant number.
    fn needs(&self) -> FxHashMap<ObjectId, usize> {
        let of = |object| {
            let site = *self.points_to.sites(object).first()?;
            let (method, inst) = self.points_to.site_place(site)?;
            let facts = self.facts.get(self.points_to.instances(method).first()?)?;
            let (_, needs) = facts.needs.iter().find(|(made, _)| *made == inst)?;
            Some((object, *needs))
        };
        self.points_to.objects().filter_map(of).collect()
    }

    fn library(&self, instance: InstanceId) -> Library {
        let Some(method) = self.points_to.method(instance) else { return Library::Repeats };
        let contract = self.bound.contract(method);
        match (
            self.graph.repeats(self.bound, method),
            contract.is_some_and(|contract| contract.callbacks.is_some()),
        ) {
            (true, _) => Library::Repeats,
            (false, true) => Library::Contract,
            (false, false) => Library::Once,
        }
    }

    fn is_once(&self, send: &Send) -> bool {
        let inst = send.inst.unwrap_or(InstId(0));
        self.graph.runs_once(self.bound, self.facts, send.instance, inst, &mut Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_calls_but_one_send_is_what_going_through_them_gives() {
        let calls: [Bits; 4] =
            [[1, 2].as_slice(), &[2, 200], &[], &[7]].map(|it| it.iter().copied().collect());
        let all: SentByCalls = calls.iter().collect();
        for (number, one) in calls.iter().enumerate() {
            let others = calls.iter().enumerate().filter(|&(other, _)| other != number);
            let expected: BTreeSet<usize> = others.flat_map(|(_, sent)| sent.iter()).collect();
            assert!(all.but_for(one).iter().eq(expected), "{number}");
        }
    }
}
