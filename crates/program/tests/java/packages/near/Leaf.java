package near;

import far.Middle;

/** Back in the first package: its `own` overrides Base's, not Middle's. */
public class Leaf extends Middle {
    @Override public String own() { return "Leaf.own"; }
    @Override public String open() { return "Leaf<" + super.open() + ">"; }
    String both() { return ((Base) this).own() + ((Base) this).hidden + inherited(); }
    public String reach() { return both() + all(); }
}
