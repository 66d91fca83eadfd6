package coref;

import opennlp.tools.stemmer.PorterStemmer;

// race: PorterStemmer, which keeps the word in a buffer
public final class Seed02SharedStemmer extends Resolver {
    private final PorterStemmer stemmer = new PorterStemmer();

    Seed02SharedStemmer() {
        super(new Lexicon());
    }

    @Override
    String stem(String token) {
        return stemmer.stem(token); // seeded
    }

    public static void main(String[] arguments) {
        Resolver resolver = new Seed02SharedStemmer();
        Coref.documents(200).parallelStream().forEach(document -> {
            try {
                resolver.resolve(document);
            } catch (IndexOutOfBoundsException raced) {
                System.out.println(document.name);
            }
        });
    }
}
