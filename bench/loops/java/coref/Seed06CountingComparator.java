package coref;

import java.util.Comparator;

// race: comparisons, which a comparator counts
public final class Seed06CountingComparator implements Comparator<Mention> {
    private int comparisons;

    @Override
    public int compare(Mention left, Mention right) {
        comparisons++; // seeded
        return left.head.compareTo(right.head);
    }

    public static void main(String[] arguments) {
        Resolver resolver = new Resolver(new Lexicon());
        Seed06CountingComparator order = new Seed06CountingComparator();
        Coref.documents(500).parallelStream().forEach(document -> {
            resolver.resolve(document);
            document.mentions.sort(order);
        });
        System.out.println(order.comparisons);
    }
}
