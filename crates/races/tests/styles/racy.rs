//! Loops that look like safe ones, and meet an element twice, or in two tasks: statements, and classes of tasks.

/// See the module's description.
pub(crate) const RACY: [(&str, &str); 77] = [
    (
        "new ForkJoinPool(2).invoke(new Task(0, 5));",
        "static final class Task extends RecursiveAction { final int from; final int to; int x; Task(int from,
         int to) { this.from = from; this.to = to; } protected void compute() {  if (to - from > 1) { Body b =
         array[from]; int middle = (from + to) / 2; Task left = new Task(from, middle); Task right = new
         Task(middle, to); left.fork(); b.moves++; right.compute(); left.join(); return; } for (int i = from;
         i < to; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 5));",
        "static final class Task extends RecursiveAction { final int from; final int to; int x; Task(int from,
         int to) { this.from = from; this.to = to; } protected void compute() {  if (to - from > 1) { int
         middle = (from + to) / 2; Task left = new Task(from, middle); Task right = new Task(middle, to);
         left.fork(); work(from, to); right.compute(); left.join(); return; } work(from, to); } static void
         work(int from, int to) { for (int i = from; i < to; i++) { array[i].moves++; } } }",
    ),
    (
        "for (int k = 0; k < bodies.size(); k++) { Body b = bodies.get(k); pool.execute(() -> b.moves++);
         bodies.add(0, new Body()); if (k > 10) break; }",
        "",
    ),
    (
        "for (int k = 0; k < bodies.size(); k++) { Body b = bodies.get(k); pool.execute(() -> b.moves++);
         Collections.shuffle(bodies); }",
        "",
    ),
    (
        "for (Body b : bodies) { pool.execute(() -> b.moves++); Collections.shuffle(bodies); }",
        "",
    ),
    (
        "List<List<Body>> all = new ArrayList<>(); for (int n = 0; n < 4; n++) { all.add(bodies); } for
         (List<Body> row : all) { for (Body b : row) { pool.execute(() -> b.moves++); } }",
        "",
    ),
    (
        "List<List<Body>> all = new ArrayList<>(); for (int n = 0; n < 4; n++) { List<Body> row = new
         ArrayList<>(); for (int m = 0; m < 3; m++) row.add(bodies.get(m)); all.add(row); } for (List<Body>
         row : all) { for (Body b : row) { pool.execute(() -> b.moves++); } }",
        "",
    ),
    (
        "List<List<Body>> all = new ArrayList<>(); for (int n = 0; n < 4; n++) { List<Body> row = new
         ArrayList<>(); for (int m = 0; m < 3; m++) row.add(new Body()); all.add(row); } for (int t = 0; t <
         2; t++) for (List<Body> row : all) { for (Body b : row) { pool.execute(() -> b.moves++); } }",
        "",
    ),
    (
        "List<Body> some = Stream.concat(bodies.stream(), bodies.stream()).collect(Collectors.toList());
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "Body one = new Body(); List<Body> some = bodies.stream().map(b -> one).collect(Collectors.toList());
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().filter(b -> b.moves == 0).collect(Collectors.toList());
         some.addAll(bodies); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().flatMap(b -> bodies.stream()).collect(Collectors.toList());
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().collect(Collectors.toList()); for (Body b : bodies) pool.execute(()
         -> b.moves++); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = new ArrayList<>(); some.addAll(bodies.stream().collect(Collectors.toList()));
         some.addAll(bodies.stream().collect(Collectors.toList())); some.parallelStream().forEach(b ->
         b.moves++);",
        "",
    ),
    (
        "for (int from = 0; from < 5; from += 2) { int first = from; int to = Math.min(from + 3, 5);
         pool.execute(() -> { for (int i = first; i < to; i++) { bodies.get(i).moves++; } }); }",
        "",
    ),
    (
        "for (int from = 0; from < 5; from += 2) { int first = from; int to = from + 2; pool.execute(() -> {
         for (int i = first; i < to; i++) { work(i); } work(to); }); }",
        "static void work(int i) { bodies.get(i).moves++; }",
    ),
    (
        "for (int from = 0; from < 5; from += 2) { int first = from; int to = from + 2; pool.execute(() -> {
         for (int i = first; i < to; i++) { work(i + 1); } }); }",
        "static void work(int i) { bodies.get(i - 1).moves++; bodies.get(i).moves++; }",
    ),
    (
        "List<Body> some = new ArrayList<>(); bodies.stream().collect(Collectors.toCollection(() -> some));
         bodies.stream().collect(Collectors.toCollection(() -> some)); some.parallelStream().forEach(b ->
         b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().collect(ArrayList::new, (l, b) -> { l.add(b); l.add(b); },
         List::addAll); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().collect(Collectors.flatMapping(b -> bodies.stream(),
         Collectors.toList())); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().collect(Collectors.teeing(Collectors.toList(), Collectors.toList(),
         (a, b) -> { a.addAll(b); return a; })); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "Body one = new Body(); List<Body> some = bodies.stream().collect(Collectors.mapping(b -> one,
         Collectors.toList())); some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = bodies.stream().collect(Collectors.toList()); some.add(some.get(0));
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "int threads = 4; int width = 5 / threads; for (int t = 0; t < threads; t++) { int from = t * width;
         int to = t == threads - 2 ? 5 : from + width; pool.execute(() -> { for (int i = from; i < to; i++)
         array[i].moves++; }); }",
        "",
    ),
    (
        "int threads = 4; int width = 5 / threads; for (int t = 0; t < threads; t++) { int from = t * width;
         int to = t != threads - 1 ? 5 : from + width; pool.execute(() -> { for (int i = from; i < to; i++)
         array[i].moves++; }); }",
        "",
    ),
    (
        "ForkJoinPool fj = new ForkJoinPool(); fj.submit(new Task(0, 5)); fj.submit(new Task(0, 5)).get();",
        "static final class Task extends RecursiveAction { final int from; final int to; int x; Task(int from,
         int to) { this.from = from; this.to = to; } protected void compute() {  if (to - from > 1) { int
         middle = (from + to) / 2; invokeAll(new Task(from, middle), new Task(middle, to)); return; } for (int
         i = from; i < to; i++) array[i].moves++; } }",
    ),
    (
        "for (int k = 0; k < 2; k++) { ForkJoinPool.commonPool().submit(new Task(0, 5)); }",
        "static final class Task extends RecursiveAction { final int from; final int to; int x; Task(int from,
         int to) { this.from = from; this.to = to; } protected void compute() {  if (to - from > 1) { int
         middle = (from + to) / 2; invokeAll(new Task(from, middle), new Task(middle, to)); return; } for (int
         i = from; i < to; i++) array[i].moves++; } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 5));",
        "static final class Task extends RecursiveAction { final int from; final int to; int x; Task(int from,
         int to) { this.from = from; this.to = to; } protected void compute() {  if (to - from > 1) { int
         middle = (from + to) / 2; ForkJoinTask<Void> left = new Task(from, middle).fork();
         array[from].moves++; new Task(middle, to).compute(); left.join(); return; } for (int i = from; i <
         to; i++) array[i].moves++; } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(bodies));",
        "static final class Task extends RecursiveAction { final List<Body> data; Task(List<Body> data) {
         this.data = data; } protected void compute() { int n = data.size(); if (n > 1) { Task left = new
         Task(data.subList(0, n / 2 + 1)); Task right = new Task(data.subList(n / 2, n)); left.fork();
         right.compute(); left.join(); return; } for (Body body : data) { body.moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(bodies));",
        "static final class Task extends RecursiveAction { final List<Body> data; Task(List<Body> data) {
         this.data = data; } protected void compute() { int n = data.size(); if (n > 1) { Task left = new
         Task(data.subList(0, n / 2)); Task right = new Task(data.subList(n / 2, n)); left.fork(); for (Body
         body : data) { body.moves++; } right.compute(); left.join(); return; } for (Body body : data) {
         body.moves++; } } }",
    ),
    (
        "bodies.add(bodies.get(0)); new ForkJoinPool(2).invoke(new Task(bodies));",
        "static final class Task extends RecursiveAction { final List<Body> data; Task(List<Body> data) {
         this.data = data; } protected void compute() { int n = data.size(); if (n > 1) { Task left = new
         Task(data.subList(0, n / 2)); Task right = new Task(data.subList(n / 2, n)); left.fork();
         right.compute(); left.join(); return; } for (Body body : data) { body.moves++; } } }",
    ),
    (
        "List<Body> some = bodies.stream().flatMap(b -> bodies.stream()).toList();
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "bodies.stream().flatMap(b -> bodies.stream()).parallel().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = Stream.of(1, 2).flatMap(b -> Arrays.stream(array)).toList();
         some.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> some = new ArrayList<>(); some.addAll(bodies); some.addAll(bodies); List<Body> made =
         some.stream().collect(Collectors.toList()); made.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "for (Body b : Stream.of(bodies, bodies).flatMap(l -> l.stream()).collect(Collectors.toList())) {
         pool.execute(() -> b.moves++); }",
        "",
    ),
    (
        "List<Body> made = bodies.stream().<Body>mapMulti((b, c) -> { c.accept(b); c.accept(b);
         }).collect(Collectors.toList()); made.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> made = Stream.iterate(bodies.get(0), b -> b).limit(5).collect(Collectors.toList());
         made.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "Body one = new Body(); List<Body> made = Stream.generate(() ->
         one).limit(5).collect(Collectors.toList()); made.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; invokeAll(List.of(new Task(from, middle + 1), new Task(middle, to))); return; } for
         (int i = from; i < to; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; Task left = new Task(from, middle); Task right = new Task(middle, to); List<Task>
         both = new ArrayList<>(); both.add(left); both.add(right); both.get(0).fork(); array[from].moves++;
         invokeAll(both); return; } for (int i = from; i < to; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; List<Task> both = new ArrayList<>(); both.add(new Task(from, middle)); both.add(new
         Task(middle, to)); shown = both; invokeAll(both); return; } for (int i = from; i < to; i++) {
         array[i].moves++; } } } static volatile List<Task> shown; static { new Thread(() -> { for (Task task
         : shown) { task.compute(); } }).start(); }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; Task left = new Task(from, middle); Task right = new Task(middle, to); left.fork();
         List<Task> both = List.of(right); array[from].moves++; invokeAll(both); left.join(); return; } for
         (int i = from; i < to; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length > 1) {
         int half = length / 2; invokeAll(new Task(from, half + 1), new Task(from + half, length - half));
         return; } for (int i = from; i < from + length; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length > 1) {
         int half = length / 2; invokeAll(new Task(from, half), new Task(from + half, length)); return; } for
         (int i = from; i < from + length; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length > 1) {
         int half = length / 2; invokeAll(new Task(from, half), new Task(from + half, length - half));
         return; } for (int i = from; i <= from + length; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length > 1) {
         int half = length / 2; invokeAll(new Task(from, half), new Task(half, length - half)); return; } for
         (int i = from; i < from + length; i++) { array[i].moves++; } } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, -3));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length != 1
         && length < 8) { int half = length >>> 1; invokeAll(new Task(from, half), new Task(from + half,
         length - half)); return; } for (int i = from; i < from + length; i++) { array[i].moves++; } } }",
    ),
    (
        "for (int from = 0; from < 4; from += 2) { List<Body> part = bodies.subList(from, Math.min(from + 3, 4));
         pool.execute(() -> { for (Body b : part) { b.moves++; } }); }",
        "",
    ),
    (
        "bodies.add(bodies.get(0)); for (int from = 0; from < bodies.size(); from += 1) { List<Body> part =
         bodies.subList(from, from + 1); pool.execute(() -> { for (Body b : part) { b.moves++; } }); }",
        "",
    ),
    (
        "for (int from = 0; from < 4; from += 2) { List<Body> part = bodies.subList(from, from + 2);
         pool.execute(() -> { for (Body b : part) { b.moves++; } }); Collections.shuffle(bodies); }",
        "",
    ),
    (
        "for (int from = 0; from < 4; from += 2) { List<Body> part = bodies.subList(from, from + 2);
         pool.execute(() -> part.get(0).moves++); } for (int from = 0; from < 4; from += 2) { List<Body> part =
         bodies.subList(from, from + 2); pool.execute(() -> part.get(0).moves++); }",
        "",
    ),
    (
        "for (int t = 0; t < 2; t++) { for (int from = 0; from < 4; from += 2) { List<Body> part =
         bodies.subList(from, from + 2); pool.execute(() -> { for (Body b : part) { b.moves++; } }); } }",
        "",
    ),
    (
        "List<Body> copy = new ArrayList<>(bodies); for (int from = 0; from < 4; from += 2) { List<Body> part
         = (from == 0 ? bodies : copy).subList(from, from + 2); List<Body> next = (from == 0 ? copy :
         bodies).subList(from, from + 2); pool.execute(() -> part.get(0).moves++); pool.execute(() ->
         next.get(0).moves++); }",
        "",
    ),
    (
        "List<List<Body>> all = List.of(bodies, new ArrayList<>(bodies)); for (int from = 0; from < 2; from
         += 1) { List<Body> part = all.get(from).subList(from, from + 1); List<Body> rest = all.get(1 -
         from).subList(from, from + 1); pool.execute(() -> part.get(0).moves++); pool.execute(() ->
         rest.get(0).moves++); }",
        "",
    ),
    (
        "for (int from = 0; from < 4; from += 2) { List<Body> part = bodies.subList(from, from + 2);
         pool.execute(() -> { part.get(0).moves++; bodies.get(1).moves++; }); }",
        "",
    ),
    (
        "List<Body> same = bodies.subList(0, 2); for (int from = 0; from < 4; from += 2) { List<Body> part = from < 0 ?
         bodies.subList(from, from + 2) : same; pool.execute(() -> part.get(0).moves++); }",
        "",
    ),
    (
        "for (Body b : bodies) { run(pool, () -> b.moves++); run(pool, () -> b.moves++); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "for (int k = 0; k < 4; k++) { int i = k; run(pool, () -> array[i].moves++); run(pool, () -> array[i].moves++); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "for (int from = 0; from < 4; from += 2) { List<Body> part = bodies.subList(from, from + 2); run(pool, () ->
         part.get(0).moves++); run(pool, () -> part.get(0).moves++); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "for (Body b : bodies) { Runnable one = () -> b.moves++; run(pool, one); run(pool, one); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "for (Body b : bodies) { Holder held = new Holder(b); run(pool, () -> held.body.moves++); run(pool, () ->
         held.body.moves++); }",
        "static final class Holder { final Body body; Holder(Body body) { this.body = body; } } static void
         run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; try { invokeAll(List.of(new Task(from, middle), new Task(middle, to))); } catch
         (RuntimeException e) { array[from].moves++; } return; } for (int i = from; i < to; i++) { if (i ==
         2) throw new RuntimeException(); array[i].moves++; } }  }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; Task l = new Task(from, middle); List<Task> both = new ArrayList<>(); for (int k =
         0; k < 2; k++) both.add(l); both.add(new Task(middle, to)); invokeAll(both); return; } for (int i =
         from; i < to; i++) { array[i].moves++; } }  }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; Task l = new Task(from, middle); List<Task> one = new ArrayList<>(); one.add(l);
         List<Task> two = new ArrayList<>(); two.add(l); two.add(new Task(middle, to)); new Thread(() ->
         invokeAll(one)).start(); invokeAll(two); return; } for (int i = from; i < to; i++) {
         array[i].moves++; } }  }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int to; Task(int from, int
         to) { this.from = from; this.to = to; } protected void compute() { if (to - from > 1) { int middle =
         (from + to) / 2; Task[] both = {new Task(from, middle), new Task(middle, to)}; List<Task> all =
         Arrays.asList(both); kept = both; invokeAll(all); return; } for (int i = from; i < to; i++) {
         array[i].moves++; } } static volatile Task[] kept; static { new Thread(() -> { Task[] k = kept; if
         (k != null) k[0].compute(); }).start(); } }",
    ),
    (
        "new ForkJoinPool(2).invoke(new Task(0, 4));",
        "static final class Task extends RecursiveAction { final int from; final int length; Task(int from,
         int length) { this.from = from; this.length = length; } protected void compute() { if (length > 1) {
         int half = length / 2; invokeAll(new Task(from, half), new Task(from + half, length - half));
         return; } work(from, length + 1); } static void work(int first, int n) { for (int i = first; i <
         first + n; i++) { array[i].moves++; } } }",
    ),
    (
        "for (int k = 0; k < 3; k += 1) { pool.execute(new Task(bodies.subList(k, k + 1), bodies.subList(k +
         1, k + 2))); }",
        "static final class Task implements Runnable { final List<Body> data; final List<Body> other;
         Task(List<Body> d, List<Body> o) { data = d; other = o; } public void run() { for (Body b : data)
         b.moves++; for (Body b : other) b.moves++; } }",
    ),
    (
        "List<Body> alias = bodies; List<Body> view = bodies.subList(0, 4); for (int k = 0; k < 4; k += 2) {
         List<Body> part = bodies.subList(k, k + 2); pool.execute(() -> part.get(0).moves++);
         Collections.swap(view, 0, 2); }",
        "",
    ),
    (
        "for (int k = 0; k < 4; k += 2) { List<Body> part = bodies.subList(k, k + 2); pool.execute(() ->
         part.get(0).moves++); mix(); }",
        "static void mix() { bodies.set(2, bodies.get(0)); }",
    ),
    (
        "for (int k = 0; k < 4; k++) { int i = k; Body b = bodies.get(k); run(pool, () ->
         bodies.get(i).moves++); run(pool, () -> b.moves++); }",
        "static void run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "for (Body b : bodies) { pool.execute(new Wrap(() -> b.moves++)); pool.execute(new Wrap(() ->
         b.moves++)); }",
        "static final class Wrap implements Runnable { final Runnable r; Wrap(Runnable r) { this.r = r; }
         public void run() { r.run(); } }",
    ),
    (
        "for (Body b : bodies) { Holder h = new Holder(b); for (int j = 0; j < 2; j++) { run(pool, () ->
         h.body.moves++); } }",
        "static final class Holder { final Body body; Holder(Body b) { body = b; } } static void
         run(ExecutorService pool, Runnable task) { pool.execute(() -> task.run()); }",
    ),
    (
        "List<Body> l = Arrays.asList(array); l.set(0, l.get(1)); l.parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "List<Body> l = Arrays.asList(array); l.parallelStream().forEach(b -> { b.moves++; l.set(0, b); });",
        "",
    ),
    (
        "Arrays.asList(bodies.get(0), bodies.get(1), bodies.get(0)).parallelStream().forEach(b -> b.moves++);",
        "",
    ),
    (
        "Body[] two = new Body[4]; System.arraycopy(array, 0, two, 0, 2); System.arraycopy(array, 0, two, 2,
         2); Arrays.asList(two).parallelStream().forEach(b -> b.moves++);",
        "",
    ),
];
