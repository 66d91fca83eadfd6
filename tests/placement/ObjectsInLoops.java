//@ about: Objects that a loop comes to are checked in their turn, the array that has them as a range.
class ObjectsInLoops {
    int x;
    int y;

    static int sum(ObjectsInLoops[] all, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(read it.x/y)
            ObjectsInLoops it = all[i];
            sum += it.x + it.y;
        }
        //~ check(read all[0..i])
        return sum;
    }

    static int make(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            //~ check(write made.x)
            ObjectsInLoops made = new ObjectsInLoops();
            made.x = i;
            sum += made.x;
        }
        return sum;
    }
}
