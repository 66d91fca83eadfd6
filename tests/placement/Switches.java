//@ about: Each case of a switch is a way.
class Switches {
    int x;
    int y;

    int cases(int k) {
        int sum = x;
        switch (k) {
            case 1:
            case 2:
            case 7:
                sum++;
                break;
            case 3:
                sum += y;
                break;
                //~ check(read this.y)
            default:
        }
        //~ check(read this.x)
        return sum;
    }

    void through(int k) {
        switch (k) {
            case 1:
                x = 1;
                //~ check(write this.x)
            case 2:
                y = 2;
                break;
            case 1000:
                return;
            default:
                y = 3;
        }
        //~ check(write this.y)
    }

    int expression(int k) {
        int value = switch (k) {
            case 0 -> x;
            case 1 -> x + 1;
            default -> -x;
        };
        //~ check(read this.x)
        return value;
    }
}
