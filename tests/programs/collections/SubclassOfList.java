//@ about: Two threads use what a class of the program has from ArrayList.
//@ engines: scan run predict

import java.util.ArrayList;

public class SubclassOfList {
    static class Names extends ArrayList<String> {
        String first() {
            return get(0);
        }
    }

    public static void main(String[] args) {
        Names names = new Names();
        new Thread(() -> {
            names.add("Ada");    //~ race(names) write
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        int seen = names.size();    //~ race(names) read
    }
}
