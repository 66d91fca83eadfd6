//@ about: The elements of a loop have lists of their own, but one puts what is in its list into the list of its neighbour.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class ElementsExchangeInLists {
    static final class Mention {
        int links;
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
        for (int i = 1; i < 10; i++) {
            documents.get(i).mentions.add(documents.get(i - 1).mentions.get(0));
        }
        documents.parallelStream().forEach(document -> {
            for (Mention mention : document.mentions) {
                mention.links++; //~ race(links) write
            }
        });
    }
}
