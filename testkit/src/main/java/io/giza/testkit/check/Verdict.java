package io.giza.testkit.check;

/** What a checker thinks of a history. */
public sealed interface Verdict {
    /** Some order of the operations explains every answer. */
    record Linearizable() implements Verdict {}

    /**
     * No order explains the answers.
     *
     * @param explanation how far an order could be found, and the whole history
     */
    record Violation(String explanation) implements Verdict {}
}
