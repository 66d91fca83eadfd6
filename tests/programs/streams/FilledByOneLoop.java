//@ about: The tasks of a loop fill the lists of their elements with objects that know each other; main reads them afterwards.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class FilledByOneLoop {
    static final class Mention {
        int links;
        Mention earlier = this;
    }

    static final class Document {
        final List<Mention> mentions = new ArrayList<>();
    }

    public static void main(String[] args) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            documents.add(new Document());
        }
        documents.parallelStream().forEach(document -> {
            for (int i = 0; i < 20; i++) {
                document.mentions.add(new Mention());
            }
            for (Mention mention : document.mentions) {
                mention.earlier = document.mentions.get(0).earlier;
                mention.earlier.links++;
            }
        });
        int links = 0;
        for (Document document : documents) {
            for (Mention mention : document.mentions) {
                links += mention.links;
            }
        }
    }
}
