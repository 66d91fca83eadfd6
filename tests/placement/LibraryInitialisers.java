//@ about: A class of the JDK is initialised where it is first used, and may synchronise then: nothing waits for that.
class LibraryInitialisers {
    int first;
    int second;

    Object made() {
        first = 1;
        //~ check(write this.first)
        Object made = new java.util.Random();
        second = 2;
        //~ check(write this.second)
        return made;
    }

    Object read() {
        first = 1;
        //~ check(write this.first)
        Object read = java.util.Locale.ROOT;
        second = 2;
        //~ check(write this.second)
        return read;
    }
}
