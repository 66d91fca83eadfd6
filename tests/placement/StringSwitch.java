//@ about: A switch on strings calls their methods, of which nothing is known here.
class StringSwitch {
    int x;
    int y;

    int find(String key) {
        x = 1;
        //~ check(write this.x)
        switch (key) {
            case "one":
                y = 1;
                break;
                //~ check(write this.y)
            case "two":
                return 2;
            default:
        }
        return 0;
    }
}
