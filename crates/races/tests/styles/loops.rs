//! Loops in many styles; `@` is where their body stands.

/// A loop around a body.
pub(crate) struct Style {
    pub(crate) name: &'static str,
    /// The loop's statements.
    pub(crate) main: &'static str,
    /// The classes of task objects.
    pub(crate) classes: &'static str,
}

const fn style(name: &'static str, main: &'static str, classes: &'static str) -> Style {
    Style { name, main, classes }
}

/// A task that has an element.
const OF_ELEMENT: &str = "static final class Task extends RecursiveAction {
    final Body body;
    Task(Body body) { this.body = body; }
    protected void compute() { @ } }";

/// Loops over the elements of a list: the body has `body`.
pub(crate) const ELEMENTS: [Style; 11] = [
    style("Streamed", "bodies.parallelStream().forEach(body -> { @ });", ""),
    style("Executed", "for (Body body : bodies) { pool.execute(() -> { @ }); }", ""),
    style("Submitted", "for (Body body : bodies) { pool.submit(() -> { @ }); }", ""),
    style("Started", "for (Body body : bodies) { new Thread(() -> { @ }).start(); }", ""),
    style("Forked", "for (Body body : bodies) { new Task(body).fork(); }", OF_ELEMENT),
    style(
        "Awaited",
        "List<Future<?>> futures = new ArrayList<>();
         for (Body body : bodies) { futures.add(pool.submit(() -> { @ })); }
         for (Future<?> future : futures) { future.get(); }",
        "",
    ),
    style(
        "Completable",
        "List<CompletableFuture<Void>> futures = new ArrayList<>();
         for (Body body : bodies) { futures.add(CompletableFuture.runAsync(() -> { @ }, pool)); }
         CompletableFuture.allOf(futures.toArray(new CompletableFuture[0])).join();",
        "",
    ),
    style(
        "Invoked",
        "List<Callable<Object>> calls = new ArrayList<>();
         for (Body body : bodies) { calls.add(() -> { @ return null; }); }
         pool.invokeAll(calls);",
        "",
    ),
    style(
        "Wrapped",
        "for (Body body : bodies) { run(pool, () -> { @ }); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    style(
        "Held",
        "for (Body it : bodies) { Holder held = new Holder(it); pool.execute(() -> { Body body = it; body = held.body; @ }); }",
        "static final class Holder { final Body body; Holder(Body body) { this.body = body; } }",
    ),
    style(
        "ForkedTogether",
        "List<Task> tasks = new ArrayList<>();
         for (Body body : bodies) { tasks.add(new Task(body)); }
         ForkJoinTask.invokeAll(tasks);",
        OF_ELEMENT,
    ),
];

/// Where elements come from: statements, and the list.
pub(crate) const SOURCES: [(&str, &str, &str); 8] = [
    (
        "ToList",
        "List<Body> made = IntStream.range(0, 4).mapToObj(n -> new Body()).toList(); for (Body it : made) { it.next = last; last = it; }",
        "made",
    ),
    (
        "Generated",
        "List<Body> made = Stream.generate(Body::new).limit(4).toList(); for (Body it : made) { it.next = last; last = it; }",
        "made",
    ),
    (
        "Collected",
        "List<Body> made = IntStream.range(0, 4).mapToObj(n -> new Body()).collect(Collectors.toList()); for (Body it : made) { it.next = last; last = it; }",
        "made",
    ),
    (
        "CollectedBy",
        "List<Body> made = Stream.of(1, 2).map(n -> new Body()).collect(Collectors.toCollection(ArrayList::new)); for (Body it : made) { it.next = last; last = it; }",
        "made",
    ),
    ("Filtered", "List<Body> made = bodies.stream().filter(it -> it.moves >= 0).toList();", "made"),
    (
        "FilteredCollected",
        "List<Body> made = bodies.stream().filter(it -> it.moves >= 0).collect(Collectors.toList());",
        "made",
    ),
    ("Copied", "List<Body> made = new ArrayList<>(bodies);", "made"),
    ("AsList", "List<Body> made = Arrays.asList(array);", "made"),
];

/// A task that has a number.
const OF_NUMBER: &str = "static final class Task extends RecursiveAction {
    final int i;
    Task(int i) { this.i = i; }
    protected void compute() { @ } }";

/// Loops over the numbers below 4: the body has `i`.
pub(crate) const NUMBERS: [Style; 8] = [
    style("Streamed", "IntStream.range(0, 4).parallel().forEach(i -> { @ });", ""),
    style("Executed", "for (int k = 0; k < 4; k++) { int i = k; pool.execute(() -> { @ }); }", ""),
    style("Started", "for (int k = 0; k < 4; k++) { int i = k; new Thread(() -> { @ }).start(); }", ""),
    style("Forked", "for (int i = 0; i < 4; i++) { new Task(i).fork(); }", OF_NUMBER),
    style(
        "OfLength",
        "for (int k = 0; k < array.length - 1; k++) { int i = k; pool.execute(() -> { @ }); }",
        "",
    ),
    style("OfSize", "IntStream.range(0, bodies.size()).parallel().forEach(i -> { @ });", ""),
    style(
        "Chunked",
        "for (int from = 0; from < bodies.size(); from += 2) {
             int first = from;
             int end = Math.min(first + 2, bodies.size());
             pool.execute(() -> { for (int i = first; i < end; i++) { @ } });
         }",
        "",
    ),
    style(
        "ChunkedToTheEnd",
        "int threads = 2;
         int width = bodies.size() / threads;
         for (int t = 0; t < threads; t++) {
             int first = t * width;
             int end = t == threads - 1 ? bodies.size() : first + width;
             pool.execute(() -> { for (int i = first; i < end; i++) { @ } });
         }",
        "",
    ),
];

/// A class of tasks that cut their range in two: how they do so, and what they do with a small one.
macro_rules! halves {
    ($split:literal) => {
        halves!($split, "for (int i = from; i < to; i++) { @ }", "")
    };
    ($split:literal, $small:literal, $more:literal) => {
        concat!(
            "static final class Task extends RecursiveAction {
                 static final int SMALL = 2;
                 final int from;
                 final int to;
                 Task(int from, int to) { this.from = from; this.to = to; }
                 protected void compute() {
                     if (to - from > SMALL) { ",
            $split,
            " return; }\n",
            $small,
            " } ",
            $more,
            " }"
        )
    };
}

/// The same, where tasks give a result.
macro_rules! sums {
    ($split:literal) => {
        concat!(
            "static final class Task extends RecursiveTask<Integer> {
                 private int from;
                 private int to;
                 Task(int from, int to) { this.from = from; this.to = to; }
                 protected Integer compute() {
                     int length = to - from;
                     if (length <= 1) { for (int i = from; i < to; i++) { @ } return 1; }
                     int middle = from + length / 2;
                     ",
            $split,
            " } }"
        )
    };
}

const INVOKE: &str = "new ForkJoinPool(2).invoke(new Task(0, 4));";
const INVOKE_LENGTH: &str = "new ForkJoinPool(2).invoke(new Task(0, array.length - 1));";
const INVOKE_SIZE: &str = "ForkJoinPool.commonPool().invoke(new Task(0, bodies.size()));";
const BOTH: &str =
    halves!("int middle = (from + to) / 2; invokeAll(new Task(from, middle), new Task(middle, to));");

/// A class of tasks that have a first number and a length.
const LENGTHS: &str = "static final class Task extends RecursiveAction {
    final int from;
    final int length;
    Task(int from, int length) { this.from = from; this.length = length; }
    protected void compute() {
        if (length <= 2) { for (int i = from; i < from + length; i++) { @ } return; }
        int half = length / 2;
        invokeAll(new Task(from, half), new Task(from + half, length - half)); } }";

/// Loops over numbers by tasks that cut their range in two.
pub(crate) const HALVES: [Style; 20] = [
    style("Streamed", "IntStream.range(0, 4).parallel().forEach(i -> { @ });", ""),
    style("Both", INVOKE, BOTH),
    style("BothOfLength", INVOKE_LENGTH, BOTH),
    style("BothOfSize", INVOKE_SIZE, BOTH),
    style("Invoked", "new Task(0, 4).invoke();", BOTH),
    style("Executed", "Task root = new Task(0, 4); ForkJoinPool.commonPool().execute(root); root.join();", BOTH),
    style("Submitted", "ForkJoinPool.commonPool().submit(new Task(0, bodies.size())).get();", BOTH),
    style("InRounds", "for (int n = 0; n < 3; n++) { new ForkJoinPool(2).invoke(new Task(0, 4)); }", BOTH),
    style(
        "ForkCompute",
        INVOKE_SIZE,
        halves!(
            "int middle = (from + to) >>> 1; Task left = new Task(from, middle); Task right = new Task(middle, to);
             left.fork(); right.compute(); left.join();"
        ),
    ),
    style(
        "ForkBoth",
        INVOKE_LENGTH,
        halves!(
            "int middle = from + (to - from) / 2; Task left = new Task(from, middle); left.fork();
             Task right = new Task(middle, to); right.fork(); right.join(); left.join();"
        ),
    ),
    style(
        "ForkGivesTask",
        INVOKE,
        halves!(
            "int middle = (from + to) / 2; ForkJoinTask<Void> left = new Task(from, middle).fork();
             new Task(middle, to).invoke(); left.join();"
        ),
    ),
    style(
        "ByMethods",
        INVOKE,
        halves!(
            "cut((from + to) / 2);",
            "work();",
            "void cut(int unused) {
                 int middle = (from + to) / 2; invokeAll(new Task(from, middle), new Task(middle, to)); }
             void work() { for (int i = from; i < to; i++) { @ } }"
        ),
    ),
    style(
        "ByArguments",
        INVOKE_SIZE,
        halves!(
            "int middle = (from + to) / 2; invokeAll(new Task(from, middle), new Task(middle, to));",
            "work(from, to);",
            "static void work(int first, int end) { for (int i = first; i < end; i++) { each(i); } }
             static void each(int i) { @ }"
        ),
    ),
    style(
        "Listed",
        INVOKE,
        halves!("int middle = (from + to) / 2; invokeAll(List.of(new Task(from, middle), new Task(middle, to)));"),
    ),
    style(
        "ListedOneByOne",
        INVOKE_SIZE,
        halves!(
            "int middle = (from + to) / 2; List<Task> both = new ArrayList<>(); both.add(new Task(from, middle));
             both.add(new Task(middle, to)); invokeAll(both);"
        ),
    ),
    style(
        "ListedAsArray",
        INVOKE_LENGTH,
        halves!(
            "int middle = (from + to) / 2; invokeAll(Arrays.asList(new Task(from, middle), new Task(middle, to)));"
        ),
    ),
    style("Lengths", "new ForkJoinPool(2).invoke(new Task(0, 4));", LENGTHS),
    style("LengthsOfSize", "new ForkJoinPool(2).invoke(new Task(0, bodies.size()));", LENGTHS),
    style(
        "Sum",
        "int sum = ForkJoinPool.commonPool().invoke(new Task(0, bodies.size()));",
        sums!(
            "Task left = new Task(from, middle); left.fork(); Task right = new Task(middle, to);
             return right.compute() + left.join();"
        ),
    ),
    style(
        "SumOfGet",
        INVOKE_LENGTH,
        sums!(
            "Task left = new Task(from, middle); Task right = new Task(middle, to); left.fork(); int sum = right.compute();
             try { return sum + left.get(); } catch (Exception it) { throw new IllegalStateException(it); }"
        ),
    ),
];

/// Loops over a list by its numbers, or by parts of it: the body has `body`.
pub(crate) const LISTS: [Style; 13] = [
    style("Streamed", "bodies.parallelStream().forEach(body -> { @ });", ""),
    style(
        "ByNumber",
        "IntStream.range(0, bodies.size()).parallel().forEach(i -> { Body body = bodies.get(i); @ });",
        "",
    ),
    style(
        "ExecutedByNumber",
        "for (int k = 0; k < bodies.size(); k++) { int i = k; pool.execute(() -> { Body body = bodies.get(i); @ }); }",
        "",
    ),
    style(
        "Captured",
        "for (int k = 0; k < bodies.size(); k++) { Body body = bodies.get(k); pool.execute(() -> { @ }); }",
        "",
    ),
    style("Forked", "for (int k = 0; k < bodies.size(); k++) { new Task(bodies.get(k)).fork(); }", OF_ELEMENT),
    style(
        "Chunked",
        "for (int from = 0; from < bodies.size(); from += 2) {
             int first = from;
             int end = Math.min(first + 2, bodies.size());
             pool.execute(() -> { for (int i = first; i < end; i++) { Body body = bodies.get(i); @ } });
         }",
        "",
    ),
    style(
        "Halved",
        "new ForkJoinPool(2).invoke(new Task(bodies, 0, bodies.size()));",
        "static final class Task extends RecursiveAction {
             final List<Body> data;
             final int from;
             final int to;
             Task(List<Body> data, int from, int to) { this.data = data; this.from = from; this.to = to; }
             protected void compute() {
                 if (to - from <= 1) { for (int i = from; i < to; i++) { Body body = data.get(i); @ } return; }
                 int middle = (from + to) / 2;
                 Task left = new Task(data, from, middle);
                 Task right = new Task(data, middle, to);
                 left.fork(); right.compute(); left.join(); } }",
    ),
    style(
        "Parts",
        "new ForkJoinPool(2).invoke(new Task(bodies));",
        "static final class Task extends RecursiveAction {
             final List<Body> data;
             Task(List<Body> data) { this.data = data; }
             protected void compute() {
                 if (data.size() <= 2) { for (Body body : data) { @ } return; }
                 int middle = data.size() / 2;
                 invokeAll(new Task(data.subList(0, middle)), new Task(data.subList(middle, data.size()))); } }",
    ),
    style(
        "Views",
        "for (int from = 0; from < bodies.size(); from += 2) {
             List<Body> part = bodies.subList(from, Math.min(from + 2, bodies.size()));
             pool.execute(() -> { for (Body body : part) { @ } });
         }",
        "",
    ),
    style(
        "ViewsByNumber",
        "for (int from = 0; from < bodies.size(); from += 2) {
             List<Body> part = bodies.subList(from, from + 2);
             pool.submit(() -> { for (int i = 0; i < part.size(); i++) { Body body = part.get(i); @ } });
         }",
        "",
    ),
    style(
        "ViewsForked",
        "for (int from = 0; from < bodies.size(); from += 2) {
             new Task(bodies.subList(from, Math.min(bodies.size(), from + 2))).fork();
         }",
        "static final class Task extends RecursiveAction {
             final List<Body> data;
             Task(List<Body> data) { this.data = data; }
             protected void compute() { for (Body body : data) { @ } } }",
    ),
    style(
        "Rows",
        "List<List<Body>> rows = new ArrayList<>();
         Body before = null;
         for (int n = 0; n < 2; n++) {
             List<Body> row = new ArrayList<>();
             for (int m = 0; m < 2; m++) { Body made = new Body(); made.next = before; before = made; row.add(made); }
             rows.add(row);
         }
         for (List<Body> row : rows) { for (Body body : row) { pool.execute(() -> { @ }); } }",
        "",
    ),
    style(
        "RowByRow",
        "List<List<Body>> rows = new ArrayList<>();
         Body before = null;
         for (int n = 0; n < 2; n++) {
             List<Body> row = new ArrayList<>();
             for (int m = 0; m < 2; m++) { Body made = new Body(); made.next = before; before = made; row.add(made); }
             rows.add(row);
         }
         for (int k = 0; k < rows.size(); k++) {
             List<Body> row = rows.get(k);
             pool.execute(() -> { for (Body body : row) { @ } });
         }",
        "",
    ),
];
