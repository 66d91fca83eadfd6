//@ about: Two threads count the nodes of their own trees recursively, in one shared field.
//@ engines: scan run predict
public class Recursion {
    static class Tree {
        final Tree left;
        final Tree right;

        Tree(int depth) {
            left = depth == 0 ? null : new Tree(depth - 1);
            right = depth == 0 ? null : new Tree(depth - 1);
        }
    }

    static int visited;

    static void visit(Tree tree) {
        if (tree != null) {
            visit(tree.left);
            visited++;      //~ race(visited) write
            visit(tree.right);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            visit(new Tree(2));
            Unseen.at(1);
        }).start();
        new Thread(() -> {
            Unseen.at(2);
            visit(new Tree(2));
        }).start();
    }
}
