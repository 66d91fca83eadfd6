import java.io.*;
import java.nio.file.*;
import java.util.zip.*;

/** Writes a jar with 70,000 entries, more than a zip without 64-bit records can count. */
class ManyEntries {
    public static void main(String[] args) throws Exception {
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])));
        try (ZipOutputStream out = new ZipOutputStream(file)) {
            for (int number = 0; number < 70_000; number++) {
                out.putNextEntry(new ZipEntry("p/C" + number + ".class"));
                out.write(Integer.toString(number).getBytes());
                out.closeEntry();
            }
        }
    }
}
