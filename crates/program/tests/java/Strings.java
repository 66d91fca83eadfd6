/** Strings: concatenation of every type, the library's own code, UTF-16, switches, builders. */
public class Strings {
    static class Named { public String toString() { return "named"; } }
    static class NullName { public String toString() { return null; } }

    public static void main(String[] args) {
        byte b = -5; short s = 300; char c = 'ß'; int i = 42; long l = -7L; float f = 1.25f; double d = 1e21; boolean z = true;
        Object o = new Named(); String n = null; char[] cs = {'x', 'y'};
        System.out.println("" + b + s + c + i + l + f + d + z + o + n + null + 'c' + 1 + 2L + 3f + 4.0 + false);
        System.out.println(b + s + c + "sum first" + b + s);
        System.out.println(c + i + "" + c + i);
        String t = "t";
        t += b; t += c; t += 1 + 2; t += o; t += n; t += new NullName(); t += d + f;
        System.out.println(t);
        String[] a = {"p", null};
        a[0] += "q"; a[1] += 5; a[i - 42] += a[1];
        System.out.println(a[0] + a[1]);
        System.out.println("\u0001 and \u0002 in " + i + " a recipe \u0001");
        System.out.println("€" + "𝄞".length() + "𝄞" + "𝄞".codePointAt(0) + "a\0b".length() + "naïve €" + c);
        System.out.println("abc".compareTo("abd") + " " + "abc".equals("ab" + (char) ('a' + 2)) + ("ab" + "c" == "abc") + ("ab".concat(t.substring(0, 0)) == "ab"));
        System.out.println("hello world".indexOf("wor") + " " + "hello".indexOf('l') + "hello".lastIndexOf('l') + "hello".substring(1, 3) + "hello".charAt(4) + "x,y,,z".split(",").length);
        System.out.println("  trim ".trim() + "|" + "a-b-c".replace('-', '+') + "aXbX".replace("X", "yy") + String.join("/", "p", "q", "r") + "hello".contains("ell") + "abc".startsWith("ab") + "MiXed".toLowerCase() + "MiXed".toUpperCase());
        System.out.println("hash".hashCode() + " " + "€uro".hashCode() + " " + "".hashCode() + " " + "x".intern().equals("x"));
        StringBuilder sb = new StringBuilder();
        sb.append(1).append('c').append("s").append(2L).append(1.5f).append(2.5).append(true).append((Object) null).append(cs).insert(0, "in").reverse();
        sb.append("€").deleteCharAt(0).setCharAt(0, '!');
        System.out.println(sb + " " + sb.length() + " " + sb.indexOf("c"));
        for (int k = 0; k < 70; k++) sb.append((char) (k * 37 % 400 + 32));
        System.out.println(sb.substring(10, 40).length() + sb.toString().hashCode());
        System.out.println(Integer.toString(-255, 16) + Integer.toHexString(-1) + Integer.toBinaryString(10) + Integer.toOctalString(64) + Long.toString(Long.MIN_VALUE) + Long.toHexString(-2L) + Integer.parseInt("-123") + Long.parseLong("9999999999") + Integer.parseInt("7f", 16));
        System.out.println(Double.parseDouble("1e-5") + Float.parseFloat("3.4") + Double.parseDouble("123456789012345678901234567890") + " " + Double.toString(0.1 + 0.2) + Float.toString(1e10f));
        for (String bad : new String[] {"", "x", "99999999999", null}) {
            try { System.out.println(Integer.parseInt(bad)); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        }
        try { "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { System.out.println("bounds"); }
        try { "abc".charAt(5); } catch (StringIndexOutOfBoundsException e) { System.out.println("bounds"); }
        int vowels = 0;
        for (char x : "programming language".toCharArray()) switch (x) { case 'a': case 'e': case 'i': case 'o': case 'u': vowels++; }
        System.out.println(vowels + " " + palindrome("racecar") + palindrome("abca") + caesar("Hello, World", 3) + " " + new String(new char[] {'o', 'k'}) + String.valueOf(cs) + String.valueOf(7));
        System.out.println(i + i + "ii" + (i + i) + -i + ~i + !z + (z ? "yes" : 'n') + (char) (c + 1) + (i > 3 ? 1 : 2.0));
        long big = 1L << 33; String u = "u" + (big + i) + (int) big + (b & 0xff) + (s >> 2) + (c << 1);
        System.out.println(u);
        for (char x = 'a'; x < 'e'; x++) System.out.print(x);
        System.out.print(1); System.out.print(2L); System.out.print(1.5f); System.out.print(2.5); System.out.print(false); System.out.print("s"); System.out.print(o); System.out.print(n);
        System.out.println();
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('x') + Character.toUpperCase('q') + Character.getNumericValue('7') + (char) 97 + (int) 'a' + Character.isWhitespace(' '));
    }

    static boolean palindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) if (s.charAt(i) != s.charAt(j)) return false;
        return true;
    }

    static String caesar(String s, int k) {
        StringBuilder r = new StringBuilder(s.length());
        for (int i = 0; i < s.length(); i++) {
            char ch = s.charAt(i);
            if (ch >= 'a' && ch <= 'z') ch = (char) ((ch - 'a' + k) % 26 + 'a');
            else if (ch >= 'A' && ch <= 'Z') ch = (char) ((ch - 'A' + k) % 26 + 'A');
            r.append(ch);
        }
        return r.toString();
    }
}
