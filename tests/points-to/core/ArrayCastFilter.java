//@ about: A cast to an array type follows the rules of array subtyping.

public class ArrayCastFilter {
    public static void main(String[] args) {
        Object any = new int[1];        //@site ints
        if (args.length > 0) {
            any = new Base[1];          //@site bases
        } else if (args.length == 0) {
            any = new Sub[1];           //@site subs
        }
        Expect.pointsTo(any, "ints", "bases", "subs");
        Object[] references = (Object[]) any;
        Expect.pointsTo(references, "bases", "subs");
        Sub[] exact = (Sub[]) references;
        Expect.pointsTo(exact, "subs");
    }
}

class Base {
}

class Sub extends Base {
}
