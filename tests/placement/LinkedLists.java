//@ about: A walk along a list may not end: each node is checked as it is visited.
class LinkedLists {
    int value;
    LinkedLists next;

    static int sum(LinkedLists at) {
        int sum = 0;
        while (at != null) {
            sum += at.value;
            at = at.next;
            //~ check(read at.value/next)
        }
        return sum;
    }
}
