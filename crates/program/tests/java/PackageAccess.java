import far.Middle;
import far.Tip;
import near.Base;
import near.Leaf;

/** Overriding across packages. */
public class PackageAccess {
    public static void main(String[] args) {
        Base[] all = {new Base(), new Middle(), new Leaf(), new Tip(), new Base() { @Override protected String inherited() { return "anonymous"; } String own() { return "no override"; } }};
        for (Base b : all) {
            System.out.println(b.all() + " | " + Base.ask(b) + " | " + b.open());
            if (b instanceof Middle) System.out.println(((Middle) b).mine());
            if (b instanceof Leaf) System.out.println(((Leaf) b).reach() + ((Leaf) b).own());
        }
    }
}
