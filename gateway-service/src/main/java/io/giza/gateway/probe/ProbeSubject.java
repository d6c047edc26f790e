package io.giza.gateway.probe;

/**
 * What a probe writes, reads and removes. Each step returns the empty text where it succeeded, or
 * else why it did not.
 */
interface ProbeSubject {
    /** Returns where it is, for people. */
    String name();

    /** Returns how many bytes it has. */
    int size();

    /** Writes it. */
    String write();

    /** Reads it, and compares it with what was written. */
    String read();

    /** Tells whether there may be something to remove. */
    boolean mayBeThere();

    /** Removes it for good. */
    String remove();
}
