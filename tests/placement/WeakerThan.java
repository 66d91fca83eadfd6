//@ about: Lock sets without order: a check stands as long as the locks are held that were held then.
//@ placement: choi
//@ detector: choi-ownership
class WeakerThan {
    int x;
    int y;
    volatile int flag;

    int inner(Object lock) {
        //~ check(read this.x)
        int sum = x;
        synchronized (lock) {
            sum += x;
            //~ check(read this.y)
            sum += y;
        }
        //~ check(read this.y)
        return sum + x + y;
    }

    int twice(Object one, Object two) {
        synchronized (one) {
            //~ check(read this.x)
            int sum = x;
            synchronized (two) {
                //~ check(read this.y)
                sum += y;
            }
            synchronized (two) {
                //~ check(read this.y)
                sum += x + y;
            }
            flag = sum;
            sum += x;
        }
        //~ check(read this.x)
        return x;
    }

    int again(Object lock) {
        int sum = 0;
        synchronized (lock) {
            //~ check(read this.x)
            sum += x;
            synchronized (lock) {
                sum += x;
                //~ check(read this.y)
                sum += y;
            }
            sum += x;
        }
        //~ check(read this.x)
        return sum + x;
    }

    int calls(Runnable other) {
        //~ check(read this.x)
        int sum = x;
        other.run();
        //~ check(read this.x)
        return sum + x;
    }

    int thrown(Object lock, int[] a) {
        //~ check(read this.x)
        int sum = x;
        try {
            synchronized (lock) {
                //~ check(read a[0])
                sum += a[0];
            }
        } catch (RuntimeException e) {
            //~ check(read this.x)
            return x;
        }
        return sum + x;
    }
}
