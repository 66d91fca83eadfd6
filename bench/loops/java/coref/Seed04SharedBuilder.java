package coref;

// race: StringBuilder, captured by the loop's body
public final class Seed04SharedBuilder {
    public static void main(String[] arguments) {
        Resolver resolver = new Resolver(new Lexicon());
        StringBuilder log = new StringBuilder();
        Coref.documents(200).parallelStream().forEach(document -> {
            resolver.resolve(document);
            log.append(document.name).append(' '); // seeded
        });
        System.out.println(log.length());
    }
}
