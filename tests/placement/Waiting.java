//@ about: To wait is to release and to acquire.
class Waiting {
    boolean isReady;
    int value;

    synchronized int take() throws InterruptedException {
        while (!isReady) {
            //~ check(read this.isReady)
            wait();
        }
        isReady = false;
        //~ check(write this.isReady, read this.value)
        return value;
    }

    synchronized void put(int to) {
        value = to;
        isReady = true;
        //~ check(write this.value/isReady)
        notifyAll();
    }
}
