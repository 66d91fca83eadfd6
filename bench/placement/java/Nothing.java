/** Starts and ends: what is left is the start of the JVM, and of what is put into it. */
public final class Nothing {
    private Nothing() {}

    public static void main(String[] arguments) {
        System.out.println("OK nothing");
    }
}
