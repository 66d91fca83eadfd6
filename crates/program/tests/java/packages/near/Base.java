package near;

/** Package-private methods, which only the same package overrides. */
public class Base {
    int hidden = 1;
    protected int shared = 2;
    static int instances;
    public Base() { instances++; log("Base"); }
    String own() { return "Base.own"; }
    protected String inherited() { return "Base.inherited"; }
    public String open() { return "Base.open"; }
    protected void log(String s) { System.out.println("log " + s + own()); }
    public String all() { return own() + " " + inherited() + " " + open() + " " + hidden + shared; }
    public static String ask(Base b) { return b.own() + b.inherited() + b.open() + b.hidden; }
    protected static int count() { return instances; }
    protected class Part { protected int value = shared * 10; protected Part() {} }
}
