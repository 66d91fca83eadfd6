package coref;

/** A place where a text speaks of somebody. */
final class Mention {
    final String head;
    final int position;
    /** What it refers to: an earlier mention, or itself. */
    Mention antecedent;

    Mention(String head, int position) {
        this.head = head;
        this.position = position;
        antecedent = this;
    }

    boolean isPronoun() {
        return head.equals("he") || head.equals("she") || head.equals("it");
    }
}
