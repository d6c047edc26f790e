package io.giza.worker;

import io.giza.replica.ReplicaException;

import java.util.function.BooleanSupplier;

/** A piece of work that is done again and again, by one worker at a time. */
public interface Job {
    /** Returns its name, which all workers call it by. */
    String name();

    /**
     * Does it once.
     *
     * @param mayContinue asked often; once it says no, the rest is left
     * @return whether all of it was done
     * @throws ReplicaException if a data center that it cannot do without failed
     */
    boolean run(BooleanSupplier mayContinue) throws ReplicaException;

    /**
     * Returns where it is, in words of its own that its next run understands; empty if at the
     * beginning.
     */
    default String position() {
        return "";
    }

    /** Has its next run go on where an earlier one was, maybe another worker's. */
    default void resume(String position) {}
}
