package io.giza.model;

/**
 * One value of consensus: the record that a version of a row holds. To an acceptor it is an
 * envelope around bytes it does not read; only kind, base and argument concern it.
 *
 * @param format the format of {@code body}, so that a newer release can write what an older reads
 * @param id the identity of the attempt; two values are the same value iff their ids are equal
 * @param kind what the record does
 * @param base the fence that the proposer saw before it wrote any fragment
 * @param argument the fence that a NO_OP or REMOVE raises, the version that an ANNOTATE,
 *     DELETE_VERSIONS or VISIBLE names, the {@link Mode} of a PUT or MARKER, otherwise 0
 * @param op the client operation that this attempt serves
 * @param body the encoded manifest of a PUT, the {@link DeletionReason} of a DELETE_VERSIONS,
 *     otherwise what its kind needs
 */
public record Value(
        int format, PutId id, Kind kind, long base, long argument, OpId op, Bytes body) {

    public Value {
        switch (kind) {
            case PUT, MARKER -> Mode.ofArgument(kind, argument);
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> {}
        }
    }

    /** What a record does to the object whose log holds it. */
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

    /** Returns this value without its body, as a version is kept of which nothing is left. */
    public Value withoutBody() {
        return new Value(format, id, kind, base, argument, op, Bytes.EMPTY);
    }

    /** Returns this value as the record of another client operation. */
    public Value withOp(OpId operation) {
        return new Value(format, id, kind, base, argument, operation, body);
    }

    /** Tells whether {@code other} is this value, whatever else it carries. */
    public boolean isSame(Value other) {
        return id.equals(other.id);
    }

    @Override
    public String toString() {
        return kind + ":" + id + "@" + base;
    }
}
