package coref;

import java.util.HashSet;
import java.util.Set;

// race: HashSet, filled by a sequential stream within each iteration
public final class Seed14InnerReference {
    private final Set<String> heads = new HashSet<>();

    private void collect(Document document) {
        document.mentions.stream().map(mention -> mention.head)
                .forEach(heads::add); // seeded
    }

    public static void main(String[] arguments) {
        Resolver resolver = new Resolver(new Lexicon());
        Seed14InnerReference all = new Seed14InnerReference();
        Coref.documents(500).parallelStream().forEach(document -> {
            resolver.resolve(document);
            all.collect(document);
        });
        System.out.println(all.heads.size());
    }
}
