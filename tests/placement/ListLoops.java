//@ about: Calls of a list's methods may synchronise, so nothing waits for them.
class ListLoops {
    int sum;

    void add(java.util.List<Integer> list) {
        for (int i = 0; i < list.size(); i++) {
            //~ check(write this.sum)
            int value = list.get(i);
            sum += value;
        }
    }
}
