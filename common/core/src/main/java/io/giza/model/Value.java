package io.giza.model;

import java.util.random.RandomGenerator;

/**
 * One value of consensus: the record that a version of a row holds. It is an envelope around a
 * command; what concerns an acceptor are the command's fence and the base.
 *
 * @param format the format of the command's body, so that a newer release can write what an older
 *     one reads
 * @param id the identity of the attempt; two values are the same value iff their ids are equal
 * @param base the fence that the proposer saw before it wrote any fragment
 * @param op the client operation that this attempt serves
 * @param command what the record does
 */
public record Value(int format, PutId id, long base, OpId op, Command command) {
    /** What a record does to the object whose log holds it, by name. */
    public enum Kind {
        /** Adds a version of the object. */
        PUT,
        /** Adds a delete marker. */
        MARKER,
        /** Deletes earlier versions for good. */
        DELETE_VERSIONS,
        /** Changes tags, retention or legal hold of an earlier version. */
        ANNOTATE,
        /** Does nothing but raise the fence. */
        NO_OP,
        /** Announces that the row is going to be removed. */
        REMOVE,
        /** Ends the row. */
        DROP,
        /** Says for good that an earlier put is visible, whatever is seen of its data. */
        VISIBLE
    }

    /**
     * Returns a record of no client's operation that only raises the fence.
     *
     * @param fence the new fence, if it is higher than the row's
     */
    public static Value noOp(RandomGenerator random, long base, long fence) {
        return new Value(
                1, PutId.random(random), base, OpId.random(random), new Command.NoOp(fence));
    }

    /** Returns the name of what the record does. */
    public Kind kind() {
        return command.kind();
    }

    /** Returns the command's bytes, which no acceptor reads. */
    public Bytes body() {
        return command.body();
    }

    /** Returns this value without its body, as a version is kept of which nothing is left. */
    public Value withoutBody() {
        return with(command.withoutBody());
    }

    /** Returns this value as the record of another client operation. */
    public Value withOp(OpId operation) {
        return new Value(format, id, base, operation, command);
    }

    /** Returns this value with another command in the same envelope. */
    public Value with(Command other) {
        return new Value(format, id, base, op, other);
    }

    /** Tells whether {@code other} is this value, whatever else it carries. */
    public boolean isSame(Value other) {
        return id.equals(other.id);
    }

    @Override
    public String toString() {
        return kind() + ":" + id + "@" + base;
    }
}
