//@ about: Each dimension that one instruction makes is an object of its own, the last one with elements.

public class MultiArrayThreeDeep {
    public static void main(String[] args) {
        A[][][] cube = new A[2][2][];       //@site cube=A[][][] plane=A[][]
        Expect.pointsTo(cube, "cube");
        Expect.pointsTo(cube[0], "plane");
        Expect.pointsTo(cube[0][0], "line");
        cube[0][0] = new A[1];              //@site line
        Expect.pointsTo(cube[1][1], "line");
    }
}

class A {
}
