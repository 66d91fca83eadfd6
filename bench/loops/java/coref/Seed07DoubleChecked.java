package coref;

// race: lexicon, checked without the lock and not volatile
public final class Seed07DoubleChecked {
    private static Lexicon lexicon;

    private static Lexicon lexicon() {
        if (lexicon == null) { // seeded
            synchronized (Seed07DoubleChecked.class) {
                if (lexicon == null) {
                    lexicon = new Lexicon(); // seeded
                }
            }
        }
        return lexicon; // seeded
    }

    public static void main(String[] arguments) {
        Coref.documents(500).parallelStream().forEach(document -> new Resolver(lexicon()).resolve(document));
    }
}
