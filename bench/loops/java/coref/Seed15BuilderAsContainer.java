package coref;

import java.util.stream.IntStream;

// race: StringBuilder, the one container of a collection into a new one for each part
public final class Seed15BuilderAsContainer {
    private static final StringBuilder LENGTHS = new StringBuilder();

    public static void main(String[] arguments) {
        IntStream lengths = Coref.documents(200).parallelStream().mapToInt(document -> document.text.length());
        StringBuilder all = lengths.collect(() -> LENGTHS, (text, length) -> {
            text.append(length); // seeded
        }, (left, right) -> {});
        System.out.println(all.length());
    }
}
