import java.net.URI;
import java.nio.file.*;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Prints module, path and checksum of every class in the running JDK's image. */
class ListImage {
    public static void main(String[] args) throws Exception {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        StringBuilder out = new StringBuilder();
        try (Stream<Path> paths = Files.walk(modules)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (!path.toString().endsWith(".class")) continue;
                CRC32 crc = new CRC32();
                crc.update(Files.readAllBytes(path));
                Path inside = modules.relativize(path);
                out.append(inside.getName(0)).append(' ')
                    .append(inside.subpath(1, inside.getNameCount())).append(' ')
                    .append(Long.toHexString(crc.getValue())).append('\n');
            }
        }
        System.out.print(out);
    }
}
