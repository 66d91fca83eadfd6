//@ about: Comparators built of key functions call them with the elements.

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

public class Comparators {
    public static void main(String[] args) {
        Function<Person, String> name = Person::name;
        ToIntFunction<Person> age = Person::age;
        Comparator<Person> order = Comparator.comparing(name).thenComparingInt(age).reversed();
        List<Person> people = new ArrayList<>();
        people.add(new Person("a", 1));                 //@site one
        people.add(new Person("a", 2));                 //@site two
        Expect.calls("Person.name", "Person.age");
        people.sort(order);
        Expect.pointsTo(people.get(0), "one", "two");
    }
}

record Person(String name, int age) {
}
