package coref;

import java.util.ArrayList;
import java.util.List;

/** A text, and what was found in it. */
final class Document {
    final String name;
    final String text;
    final List<Mention> mentions = new ArrayList<>();

    Document(String name, String text) {
        this.name = name;
        this.text = text;
    }
}
