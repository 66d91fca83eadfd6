//@ about: The elements of a loop have lists of their own, which grow before the loop and in it; what is there is taken and changed.
//@ engines: scan run predict

import java.util.ArrayList;
import java.util.List;

public class ElementsOfOwnLists {
    static final class Mention {
        int links;
        Mention earlier;
    }

    static final class Document {
        final List<Mention> mentions = new ArrayList<>();
    }

    public static void main(String[] args) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Document document = new Document();
            document.mentions.add(new Mention());
            documents.add(document);
        }
        documents.parallelStream().forEach(document -> {
            for (int i = 0; i < 20; i++) {
                document.mentions.add(new Mention());
            }
            for (Mention mention : document.mentions) {
                mention.links++;
                mention.earlier = document.mentions.get(0);
            }
        });
    }
}
