//@ about: A loop that runs twice: the first run puts an object into the lists of an element, and of what is another element then.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class FilledInRounds {
    static final class Mention {
        int links;
    }

    static final class Document {
        final List<Mention> mentions = new ArrayList<>();
        final List<Mention> others = new ArrayList<>();
    }

    private static void run(List<Document> documents) {
        documents.parallelStream().forEach(document -> {
            Mention mention = new Mention();
            document.mentions.add(mention);
            document.others.add(mention);
            for (Mention found : document.mentions) {
                found.links++; //~ race(links) write
            }
        });
    }

    public static void main(String[] args) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            documents.add(new Document());
        }
        run(documents);
        for (int i = 1; i < 10; i++) {
            documents.get(i).mentions.addAll(documents.get(i - 1).others);
        }
        run(documents);
    }
}
