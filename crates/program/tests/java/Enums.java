import java.util.EnumMap;
import java.util.Map;

/** Enums: bodies, switches, values, maps. */
public class Enums {
    enum Op {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        MINUS("-") { int apply(int a, int b) { return a - b; } },
        TIMES("*") { int apply(int a, int b) { return a * b; } @Override boolean tight() { return true; } };
        final String name;
        private static int uses;
        Op(String s) { name = s; }
        abstract int apply(int a, int b);
        boolean tight() { uses++; return false; }
    }
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN; boolean weekend() { return this == SAT || this == SUN; } Day next() { return values()[(ordinal() + 1) % values().length]; } }
    enum Single { ONLY; long state = 5; }
    interface Coded { int code(); }
    enum Level implements Coded { LOW(1), HIGH(10); private final int code; Level(int c) { code = c; } public int code() { return code; } }

    static String kind(Day d) {
        switch (d) {
            case SAT: return "sleep";
            case SUN: return "rest";
            case MON: System.out.print("ugh ");
            case TUE: return "work";
            default: return "day " + d.ordinal();
        }
    }

    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.println(op + op.name + op.name() + op.apply(6, 3) + op.tight() + op.getDeclaringClass().getSimpleName());
        System.out.println(Op.uses + " " + Op.valueOf("MINUS").ordinal() + Op.PLUS.compareTo(Op.TIMES));
        for (Day d : Day.values()) System.out.println(kind(d) + d.weekend() + d.next());
        Single.ONLY.state += 3;
        System.out.println(Single.ONLY.state + " " + Single.valueOf("ONLY").equals(Single.ONLY));
        try { kind(null); } catch (NullPointerException e) { System.out.println("null"); }
        try { Day.valueOf("XXX"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.WED, 8); hours.put(Day.MON, 7); hours.merge(Day.WED, 2, Integer::sum);
        System.out.println(hours + " " + hours.get(Day.SUN) + hours.size());
        int sum = 0;
        for (Coded c : Level.values()) sum += c.code();
        System.out.println(sum + " " + Level.HIGH.toString().toLowerCase() + (Level.LOW.hashCode() == Level.LOW.hashCode()));
    }
}
