//@ about: Two threads use one matcher.
//@ engines: scan run predict

import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class SharedMatcher {
    public static void main(String[] args) {
        Matcher words = Pattern.compile("a").matcher("aba");
        new Thread(() -> {
            String changed = words.replaceAll(found -> "c");    //~ race(words) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        long count = words.results().count();    //~ race(words) write
    }
}
