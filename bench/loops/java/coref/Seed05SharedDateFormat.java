package coref;

import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Objects;
import java.util.stream.IntStream;

// race: SimpleDateFormat, which parses by means of a calendar of its own
public final class Seed05SharedDateFormat {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    private static Date date(Document document) {
        try {
            return FORMAT.parse("1843-08-" + document.text.length() % 28, new ParsePosition(0)); // seeded
        } catch (RuntimeException raced) {
            return null;
        }
    }

    public static void main(String[] arguments) {
        Document[] documents = Coref.documents(500).toArray(new Document[0]);
        IntStream numbers = IntStream.range(0, documents.length).parallel();
        System.out.println(numbers.mapToObj(i -> date(documents[i])).filter(Objects::nonNull).distinct().count());
    }
}
