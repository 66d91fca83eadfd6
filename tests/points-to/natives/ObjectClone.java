//@ about: A cloned object is a new object at the call of super.clone, with the same fields and class.

public class ObjectClone {
    public static void main(String[] args) throws Exception {
        Sheep dolly = new Sheep();              //@site original
        dolly.wool = new Object();              //@site wool
        Sheep copy = dolly.copy();
        Expect.pointsTo(dolly, "original");
        Expect.pointsTo(copy, "clone");
        Expect.pointsTo(copy.wool, "wool", "dyed");
        copy.wool = new Object();               //@site dyed
        Expect.pointsTo(dolly.wool, "wool");
        Expect.calls("Sheep.bleat");
        copy.bleat();
    }
}

class Sheep implements Cloneable {
    Object wool;

    Sheep copy() throws CloneNotSupportedException {
        return (Sheep) super.clone();           //@site clone
    }

    void bleat() {
    }
}
