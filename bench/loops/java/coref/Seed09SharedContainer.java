package coref;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collector;

// race: HashSet, the one container of a collector that should supply a new one for each part
public final class Seed09SharedContainer {
    public static void main(String[] arguments) {
        Resolver resolver = new Resolver(new Lexicon());
        Set<String> heads = new HashSet<>();
        Collector<Document, Set<String>, Set<String>> collector = Collector.of(() -> heads, (set, document) -> {
            resolver.resolve(document);
            set.add(document.name); // seeded
        }, (left, right) -> left);
        System.out.println(Coref.documents(500).parallelStream().collect(collector).size());
    }
}
