//@ about: Arrays are compared, in whole and in part, while another thread writes to the second one.
//@ engines: scan run predict

import java.util.Arrays;

public class ComparedArrays {
    public static void main(String[] args) {
        int[] left = {1, 2, 3};
        int[] right = {1, 2, 4};
        new Thread(() -> {
            right[2] = 3;    //~ FN[run,predict] race(right) write: how far the comparison reads is not known
            Unseen.at(1);
        }).start();
        Unseen.at(2);
        boolean same = Arrays.equals(left, right);    //~ FN[run,predict] race(right) read: how far the comparison reads is not known
        int order = Arrays.compare(left, 0, 3, right, 0, 3);    //~ FN[run,predict] race(right) read: how far the comparison reads is not known
        int different = Arrays.mismatch(left, right);    //~ FN[run,predict] race(right) read: how far the comparison reads is not known
    }
}
