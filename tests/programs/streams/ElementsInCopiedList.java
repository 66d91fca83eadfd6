//@ about: The elements of a loop have lists of their own, but one list is a copy of another one, with the same objects.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class ElementsInCopiedList {
    static final class Mention {
        int links;
    }

    static final class Document {
        final List<Mention> mentions;

        Document(List<Mention> mentions) {
            this.mentions = mentions;
        }
    }

    public static void main(String[] args) {
        List<Document> documents = new ArrayList<>();
        List<Mention> last = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<Mention> mentions = new ArrayList<>(last);
            mentions.add(new Mention());
            documents.add(new Document(mentions));
            last = mentions;
        }
        documents.parallelStream().forEach(document -> {
            for (Mention mention : document.mentions) {
                mention.links++; //~ race(links) write
            }
        });
    }
}
