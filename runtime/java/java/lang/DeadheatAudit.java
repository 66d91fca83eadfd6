package java.lang;

/**
 * Who called whom, for `--audit-scan`: when a method of the program is entered, the program's method above it on the stack.
 *
 * <p>The stack is looked at the first times that a method is entered, and then ever more rarely: a caller that comes late
 * and seldom may be missed.
 */
final class DeadheatAudit {
    private static final int OFTEN = 200;
    private static final StackWalker WALKER = StackWalker.getInstance(
            java.util.Set.of(StackWalker.Option.SHOW_REFLECT_FRAMES, StackWalker.Option.RETAIN_CLASS_REFERENCE));

    /** By method number, how often it was entered; what is lost when two threads count at once does not matter. */
    private static int[] entered = new int[1024];
    /** Lines of text; guarded by the monitor of the class. */
    private static final java.util.TreeSet<String> calls = new java.util.TreeSet<>();

    private DeadheatAudit() {
    }

    static void entered(DeadheatThread thread, int method) {
        int[] counts = entered;
        if (method >= counts.length) {
            counts = java.util.Arrays.copyOf(counts, Math.max(method + 1, 2 * counts.length));
            entered = counts;
        }
        int count = ++counts[method];
        if (count <= OFTEN || (count & count - 1) == 0) {
            thread.quiet++;
            try {
                note(call());
            } finally {
                thread.quiet--;
            }
        }
    }

    private static synchronized void note(String call) {
        calls.add(call);
    }

    static synchronized String[] calls() {
        return calls.toArray(new String[0]);
    }

    /** The method that was entered; how: directly, by way of the JDK, by reflection, or as a thread's first; the caller. */
    private static String call() {
        return WALKER.walk(new java.util.function.Function<>() {
            @Override
            public String apply(java.util.stream.Stream<StackWalker.StackFrame> frames) {
                java.util.Iterator<StackWalker.StackFrame> all = frames.iterator();
                StackWalker.StackFrame callee = null;
                String how = "direct";
                while (all.hasNext()) {
                    StackWalker.StackFrame frame = all.next();
                    String type = frame.getClassName();
                    if (DeadheatStacks.isOwn(type, frame.getMethodName())) {
                        continue;
                    }
                    if (callee == null) {
                        callee = frame;
                    } else if (Deadheat.kind(type, null).length == 0) {
                        return name(callee) + " " + how + " " + name(frame) + " " + frame.getLineNumber();
                    } else {
                        how = type.startsWith("java.lang.reflect.") ? "reflection" : how.equals("direct") ? "library" : how;
                    }
                }
                return name(callee) + " thread";
            }
        });
    }

    private static String name(StackWalker.StackFrame frame) {
        return frame.getClassName() + " " + frame.getMethodName() + frame.getDescriptor();
    }
}
