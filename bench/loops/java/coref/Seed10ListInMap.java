package coref;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

// race: ArrayList, the value of a concurrent map
public final class Seed10ListInMap {
    public static void main(String[] arguments) {
        Resolver resolver = new Resolver(new Lexicon());
        Map<Integer, List<String>> names = new ConcurrentHashMap<>();
        Coref.documents(500).parallelStream().forEach(document -> {
            resolver.resolve(document);
            List<String> same = names.computeIfAbsent(document.mentions.size(), size -> new ArrayList<>());
            same.add(document.name); // seeded
        });
        System.out.println(names.size());
    }
}
