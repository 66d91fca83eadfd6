package coref;

import java.nio.CharBuffer;

// race: CharBuffer, whose position all iterations move
public final class Seed12SharedBuffer {
    public static void main(String[] arguments) {
        CharBuffer buffer = CharBuffer.allocate(10_000);
        Coref.documents(500).parallelStream().forEach(document -> {
            buffer.put(document.name.charAt(0)); // seeded
        });
        System.out.println(buffer.position());
    }
}
