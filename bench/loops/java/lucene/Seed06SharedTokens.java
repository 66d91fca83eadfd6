package search;

import java.io.IOException;
import java.io.StringReader;
import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.analysis.TokenStream;

// race: TokenStream, which all iterations move on
public final class Seed06SharedTokens {
    private final TokenStream tokens =
            new SimpleAnalyzer().tokenStream("text", new StringReader("a b c d ".repeat(1000)));

    private void next() {
        try {
            tokens.incrementToken(); // seeded
        } catch (IOException | RuntimeException raced) {
            System.out.println(raced);
        }
    }

    public static void main(String[] arguments) {
        Seed06SharedTokens shared = new Seed06SharedTokens();
        Search.queries(200).parallelStream().forEach(text -> shared.next());
    }
}
