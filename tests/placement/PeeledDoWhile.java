//@ about: A loop whose body runs at least once has its first turn inside, too; behind it nothing is left to check.
//@ placement: choi
class PeeledDoWhile {
    int x;
    int limit;

    int turns() {
        int i = 0;
        do {
            //~ check(first write this.x)
            x = i++;
            //~ check(first read this.limit)
        } while (i < limit);
        return x + limit;
    }

    int condition() {
        int i = 0;
        //~ check(first read this.limit)
        while (i < limit) {
            i++;
        }
        return limit;
    }
}
