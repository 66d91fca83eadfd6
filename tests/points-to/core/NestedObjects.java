//@ about: Paths through several objects are followed step by step.

public class NestedObjects {
    public static void main(String[] args) {
        Tree root = new Tree();                 //@site root
        root.left = new Tree();                 //@site left
        root.right = new Tree();                //@site right
        root.left.left = new Tree();            //@site leaf
        root.left.right = root;
        Expect.pointsTo(root.left.left, "leaf");
        Expect.pointsTo(root.left.right.right, "right");
        Expect.pointsToNothing(root.right.left);
        Tree walk = root;
        while (walk.left != null) {
            walk = walk.left;
        }
        Expect.pointsTo(walk, "root", "left", "leaf");
    }
}

class Tree {
    Tree left;
    Tree right;
}
