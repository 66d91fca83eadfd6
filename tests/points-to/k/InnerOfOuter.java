//@ about: From k = 2 on, an inner object made by its outer object knows only that one.

public class InnerOfOuter {
    class View {
        Object owner() {
            return InnerOfOuter.this;
        }
    }

    View view() {
        return new View();
    }

    public static void main(String[] args) {
        InnerOfOuter one = new InnerOfOuter();      //@site one
        InnerOfOuter two = new InnerOfOuter();      //@site two
        Object x = one.view().owner();
        Object y = two.view().owner();
        Expect.k(0, 1).pointsTo(x, "one", "two");
        Expect.fromK(2).pointsTo(x, "one");
        Expect.fromK(2).pointsTo(y, "two");
    }
}
