package io.giza.paxos;

/** What an acceptor answers; each reply shows the row as it stands after the request. */
public sealed interface Reply {
    /** Returns the row, with the newest part of its log. */
    Row row();

    /** The row holds a fast vote for the value. */
    record Voted(Row row) implements Reply {}

    /** The ballot is promised; the row's vote, if any, was cast before. */
    record Promised(Row row) implements Reply {}

    /** The value is accepted on the ballot. */
    record Accepted(Row row) implements Reply {}

    /** Another vote or a higher promise stands against the request. */
    record Nacked(Row row) implements Reply {}

    /** The instance is decided already: the row knows its version. */
    record Chosen(Row row) implements Reply {}

    /** The row does not know the version before the instance and must be told first. */
    record Lagging(Row row) implements Reply {}

    /** The value's base is below the fence, or its row generation is gone. */
    record Fenced(Row row) implements Reply {}

    /**
     * The client operation is in the log already.
     *
     * @param version the version that holds it
     */
    record Already(Row row, long version) implements Reply {}

    /** The sender's topology epoch is out of date. */
    record StaleEpoch(Row row) implements Reply {}

    /**
     * The row replaces one that was lost and was not seeded yet: it has no vote, and that it is
     * empty says nothing.
     */
    record NotReady(Row row) implements Reply {}

    /** The answer to a request that is no part of a round. */
    record Current(Row row) implements Reply {}
}
