import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One call of each kind that the recorder tells apart; what it must say is in self_check.rs. */
public class Calls {
    interface Shape { int area(int scale); default int twice(int scale) { return 2 * area(scale); } }
    static class Base { Object held; Base(Object held) { this.held = held; } int m(long a, double b, Object c) { return 1; } void leave() { throw new IllegalStateException(); } }
    static class Square extends Base implements Shape {
        Square() { super("text"); }
        public int area(int scale) { return scale; }
        int m(long a, double b, Object c) { return super.m(a, b, c) + 1; }
        public String toString() { return "square"; }
    }
    static class Lazy { static Object made = new int[1]; static int get() { return 7; } }
    static class ByLength implements Comparator<String> { public int compare(String a, String b) { return a.length() - b.length(); } }
    static class Task extends Thread { public void run() { step(); } void step() {} }
    static class Reflected { public Reflected() {} public void called() {} }

    static void direct() { Base b = new Square(); b.m(1L, 2.0, "x"); Shape s = (Shape) b; s.twice(3); }
    static int lambda(Shape s) { return s.area(2); }
    static void compared() { new ByLength().compare("a", "b"); }
    static void wrapped() { Collections.reverseOrder(new ByLength()).compare("a", "b"); }
    static void sorted() { List<String> l = new ArrayList<>(Arrays.asList("aa", "b")); l.sort(new ByLength()); }
    static String joined(Object o) { return "a " + o + 1; }
    static void each() { Arrays.asList(1, 2).forEach(i -> each(i)); }
    static void each(int i) {}
    static void thrown() {
        try { Collections.nCopies(2, new Square()).forEach(Base::leave); } catch (IllegalStateException e) { after(); }
        Supplier<String> s = () -> { throw new IllegalStateException(); };
        try { s.get(); } catch (IllegalStateException e) { Lazy.get(); }
    }
    static void after() {}
    /** The JDK catches what the first callback throws, and makes the second one: from here, not from inside. */
    static void swallowed() {
        try { Stream.of(1).onClose(() -> fail()).onClose(() -> handled()).close(); } catch (IllegalStateException e) { after(); }
    }
    static void fail() { throw new IllegalStateException(); }
    static void handled() {}
    static void proxied() {
        InvocationHandler h = (proxy, method, arguments) -> 5;
        Shape s = (Shape) Proxy.newProxyInstance(Calls.class.getClassLoader(), new Class<?>[] {Shape.class}, h);
        s.area(1);
    }
    static void reflected() throws Exception {
        Class<?> c = Class.forName("Calls$Reflected");
        Object o = c.getConstructor().newInstance();
        Method m = c.getMethod("called"); m.setAccessible(true); m.invoke(o);
    }
    static void stored() { Object[] a = new Object[2]; a[0] = new Square(); Object[][] b = new Object[1][2]; long[] c = new long[1]; a[1] = c; b[0] = a; }

    public static void main(String[] a) throws Exception {
        direct(); lambda(x -> x); lambda(new Square()); compared(); wrapped(); sorted(); joined(new Square()); each(); thrown(); swallowed(); proxied(); reflected(); stored();
        Task t = new Task(); t.start(); t.join(); t.run();
        System.out.println("OK calls 1");
        System.exit(0);
    }
}
