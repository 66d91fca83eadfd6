package coref;

import java.util.ArrayList;
import java.util.List;

// race: ArrayList, filled by a method reference
public final class Seed13MethodReference {
    public static void main(String[] arguments) {
        List<String> names = new ArrayList<>();
        Coref.documents(500).parallelStream().map(document -> document.name)
                .forEach(names::add); // seeded
        System.out.println(names.size());
    }
}
