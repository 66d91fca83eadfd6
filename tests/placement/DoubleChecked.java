//@ about: A field that is read without a lock and again with it.
class DoubleChecked {
    int[] made;

    int[] get() {
        if (made == null) {
            //~ check(read this.made)
            synchronized (this) {
                if (made == null) {
                    made = new int[4];
                    //~ check(write this.made)
                }
            }
        }
        //~ check(read this.made)
        return made;
    }
}
