//@ about: A static initialiser checks at its end what it writes.
class StaticInitialisers {
    static int first = 1;
    static int second = first + 1;
    static int[] table = {1, 2, 3};

    static {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += i;
        }
        second = sum;
        //~ check(write StaticInitialisers.first, write StaticInitialisers.second, write new[0..3], write StaticInitialisers.table)
    }
}
