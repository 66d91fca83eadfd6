package unit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.IntStream;
import junit.textui.ResultPrinter;

// race: ResultPrinter, which counts the columns of its line
public final class Seed03SharedPrinter {
    public static void main(String[] arguments) {
        ResultPrinter printer = new ResultPrinter(new PrintStream(new ByteArrayOutputStream()));
        IntStream.range(0, 500).parallel().forEach(i -> {
            OldTest test = new OldTest();
            printer.startTest(test); // seeded
        });
    }
}
