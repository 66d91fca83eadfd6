//@ about: A loop over folders puts one object into the lists of several documents; the next loop, over documents, changes it.
//@ engines: scan

import java.util.ArrayList;
import java.util.List;

public class FilledByTwoLoops {
    static final class Mention {
        int links;
        Mention earlier = this;
    }

    static final class Document {
        final List<Mention> mentions = new ArrayList<>();
    }

    static final class Folder {
        final List<Document> documents = new ArrayList<>();
    }

    public static void main(String[] args) {
        List<Folder> folders = new ArrayList<>();
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Folder folder = new Folder();
            for (int j = 0; j < 3; j++) {
                Document document = new Document();
                folder.documents.add(document);
                documents.add(document);
            }
            folders.add(folder);
        }
        folders.parallelStream().forEach(folder -> {
            Mention shared = new Mention();
            for (Document document : folder.documents) {
                document.mentions.add(shared);
            }
        });
        documents.parallelStream().forEach(document -> {
            for (Mention mention : document.mentions) {
                mention.earlier.links++; //~ race(links) write
            }
        });
    }
}
