package far;

import near.Base;

/** In another package: its `own` overrides nothing. */
public class Middle extends Base {
    int hidden = 100;
    String own() { return "Middle.own"; }
    @Override protected String inherited() { return "Middle(" + super.inherited() + ")"; }
    @Override protected void log(String s) { super.log(s + "!"); shared += 5; }
    public String mine() { return own() + hidden + shared + count() + new Part() { int more() { return value + 1; } }.more(); }
}
