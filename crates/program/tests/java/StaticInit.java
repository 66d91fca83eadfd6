/** The order of static initialisation, and what happens when it fails. */
public class StaticInit {
    static void p(String s) { System.out.println(s); }
    static int v(String s, int x) { p("init " + s); return x; }
    static class Base { static int b = v("Base.b", 1); static { p("Base"); } static void f() { p("Base.f"); } static final int CONST = 5; static final Integer BOXED = v("BOXED", 6); }
    static class Derived extends Base { static int d = v("Derived.d", b + 1); static { p("Derived"); } int i = v("i", 3); { p("instance"); } Derived() { p("ctor " + i); } }
    interface I { int X = v("I.X", 1); default void m() {} }
    interface J { int Y = v("J.Y", 2); void n(); }
    interface K extends I { int Z = v("K.Z", 3); }
    static class Impl implements J, K { static { p("Impl"); } public void n() {} }
    static class CycleA { static int a = CycleB.b + 1; static { p("CycleA " + a + CycleB.b); } }
    static class CycleB { static int b = CycleA.a + 10; static { p("CycleB " + b); } }
    static class Bad { static { p("Bad"); if (true) throw new IllegalStateException("bad"); } static int x; static void f() {} }
    static class Worse { static int[] a = {1}; static int y = a[v("w", 5)]; }
    static class ErrorInit { static { if (true) throw new AssertionError("e"); } static void f() {} }
    static class Lazy { static { p("Lazy"); } static final Lazy INSTANCE = new Lazy(); int n = count++; static int count = 10; }
    enum E { A, B { int k() { return 2; } }; static { p("E " + values().length); } E() { p("E." + name()); } int k() { return 1; } }
    static class Unused { static { p("never"); } static final String NAME = "constant"; }
    static int forward = helper();
    static int helper() { return later; }
    static int later = 7;

    public static void main(String[] args) {
        p("main " + forward + later);
        p("" + Base.CONST + Unused.NAME);
        Derived.f();
        p("" + Derived.b);
        new Derived();
        p("" + Derived.d + Base.BOXED);
        Derived[] array = new Derived[2];
        new Impl();
        p("" + K.Z + J.Y);
        p("" + CycleA.a + CycleB.b);
        for (int i = 0; i < 3; i++) {
            try { Bad.x = i; } catch (Throwable t) { p(t.getClass().getName() + (i == 0 ? t.getCause().getMessage() : "")); }
            try { Bad.f(); } catch (NoClassDefFoundError t) { p("again"); }
        }
        try { p("" + Worse.y); } catch (ExceptionInInitializerError e) { p(e.getCause().getMessage()); }
        try { new Worse(); } catch (NoClassDefFoundError e) { p("worse"); }
        try { ErrorInit.f(); } catch (AssertionError e) { p("error " + e.getMessage()); }
        p("" + Lazy.INSTANCE.n + Lazy.count);
        p(E.B.k() + " " + E.valueOf("A").k() + E.B.getClass().getSuperclass().getName() + E.B.getDeclaringClass().getName());
        try { E.valueOf("C"); } catch (IllegalArgumentException e) { p(e.getMessage()); }
        Object o = Lambda.R;
        p("end");
    }
    static class Lambda { static final Runnable R = () -> p("lambda"); static { R.run(); } }
}
