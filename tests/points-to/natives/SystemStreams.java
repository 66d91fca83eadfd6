//@ about: System.out is an object that the JVM sets; setOut replaces it.

import java.io.OutputStream;
import java.io.PrintStream;

public class SystemStreams {
    public static void main(String[] args) {
        Object out = System.out;
        Expect.mayPointTo(out, "class:java.io.PrintStream");
        Quiet quiet = new Quiet();              //@site quiet
        System.setErr(quiet);
        Expect.mayPointTo(System.err, "quiet");
        Expect.mayCall("Quiet.println");
        System.err.println("unheard");
    }
}

class Quiet extends PrintStream {
    Quiet() {
        super(OutputStream.nullOutputStream());
    }

    @Override
    public void println(String line) {
        Expect.pointsTo(this, "quiet");
    }
}
