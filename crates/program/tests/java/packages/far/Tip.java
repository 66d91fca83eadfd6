package far;

import near.Leaf;

/** Overrides the method that was made public on the way. */
public class Tip extends Leaf {
    @Override public String own() { return "Tip.own+" + super.own(); }
    @Override protected String inherited() { return "Tip"; }
}
