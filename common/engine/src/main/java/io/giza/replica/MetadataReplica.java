package io.giza.replica;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The metadata rows of one logical data center. Promises little: no order among requests, maybe no
 * answer, maybe executed twice.
 */
public interface MetadataReplica {
    /** Returns the logical data center whose rows these are. */
    DcName dc();

    /** Takes one request to one row. */
    Answer send(Message message) throws ReplicaException;

    /** Scans rows of one bucket in the order of their keys' UTF-8 bytes. */
    RowPage scan(Scan scan) throws ReplicaException;

    /** Takes an order about the table as a whole. */
    TableReport order(TableOrder order) throws ReplicaException;

    /**
     * Reads chosen versions of one row, new or old: as many of a range as make a page. A message
     * shows no more of a row than its newest versions.
     */
    History history(Range range) throws ReplicaException;

    /**
     * Returns what the wall clock of the service says. What is decided by a wall clock needs that
     * of a quorum.
     */
    default Instant clock() throws ReplicaException {
        throw new ReplicaException.Failed(
                dc(), "tells no time", new UnsupportedOperationException("clock"));
    }

    /** The greatest number of versions in a {@link History}. */
    int MAX_HISTORY_ENTRIES = 500;

    /** About the greatest size of a {@link History} in bytes; one version may be larger. */
    long MAX_HISTORY_BYTES = 1 << 20;

    /**
     * A request to a row.
     *
     * @param key the row's key
     * @param request what to do
     * @param witness a row whose state is wanted as it is after the request took effect, or null
     */
    record Message(ObjectKey key, Request request, @Nullable ObjectKey witness) {}

    /**
     * The answer to a message.
     *
     * @param reply the acceptor's reply
     * @param witness the witness row, read after the request took effect, or null if not asked for
     */
    record Answer(Reply reply, @Nullable Row witness) {
        /** Returns the witness row, if it was asked for. */
        public Optional<Row> witnessed() {
            return Optional.ofNullable(witness);
        }
    }

    /**
     * A range of rows.
     *
     * @param epoch the sender's topology epoch; a table that saw a higher one refuses
     * @param bucket the bucket
     * @param prefix names must begin with it; may be empty
     * @param after names must come after it; may be empty
     * @param inclusive whether {@code after} itself may be returned
     * @param limit the greatest number of rows, at least 1; fewer may be returned, as where rows
     *     carry small objects
     * @param undecided whether of the rows that come next, {@code limit} of them at most, only
     *     those are wanted in which something was voted for and is not known to be decided; the
     *     last of them comes in any case, so that a later scan can go on after it
     * @throws IllegalArgumentException if prefix or after has half a surrogate pair
     */
    record Scan(
            long epoch,
            BucketId bucket,
            String prefix,
            String after,
            boolean inclusive,
            int limit,
            boolean undecided) {
        public Scan {
            Utf8.bytes("prefix", prefix);
            Utf8.bytes("after", after);
        }

        /** Makes a scan of no epoch yet. */
        public Scan(BucketId bucket, String prefix, String after, boolean inclusive, int limit) {
            this(0, bucket, prefix, after, inclusive, limit, false);
        }

        /** Returns this scan as a sender of {@code current} sends it. */
        public Scan withEpoch(long current) {
            return new Scan(current, bucket, prefix, after, inclusive, limit, undecided);
        }

        /** Returns this scan with no more rows than {@code most}. */
        public Scan withLimit(int most) {
            return new Scan(
                    epoch, bucket, prefix, after, inclusive, Math.min(limit, most), undecided);
        }

        /** Returns the scan of the rows that come after {@code name}. */
        public Scan nextAfter(String name) {
            return new Scan(epoch, bucket, prefix, name, false, limit, undecided);
        }

        /** Returns the scan that goes on after {@code page}; empty if nothing follows it. */
        public Optional<Scan> next(RowPage page) {
            return page.more() && !page.rows().isEmpty()
                    ? Optional.of(nextAfter(page.rows().getLast().name()))
                    : Optional.empty();
        }

        /** Returns this scan for rows with an undecided version alone. */
        public Scan ofUndecided() {
            return new Scan(epoch, bucket, prefix, after, inclusive, limit, true);
        }
    }

    /**
     * A range of versions of a row.
     *
     * @param key the row's key
     * @param from the first version that is wanted, at least 1
     * @param to the last version that is wanted, at least {@code from}
     * @param kept which end of the range is returned when not all of it fits into a page
     */
    record Range(ObjectKey key, long from, long to, Kept kept) {
        /** An end of a range. */
        public enum Kept {
            /** The oldest versions, beginning with the first of the range. */
            OLDEST,
            /** The newest versions, ending with the last of the range. */
            NEWEST
        }

        public Range {
            if (from < 1 || to < from) {
                throw new IllegalArgumentException("no such versions: " + from + " to " + to);
            }
        }
    }

    /**
     * Chosen versions of a row.
     *
     * @param generation the incarnation of the row that they belong to
     * @param entries ascending and contiguous; empty if the row has none of the range
     */
    record History(long generation, List<Entry> entries) {
        public History {
            entries = List.copyOf(entries);
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i).version() != entries.getFirst().version() + i) {
                    throw new IllegalStateException("a history with gaps: " + entries);
                }
            }
        }
    }

    /**
     * A page of rows in order.
     *
     * @param rows the rows, each with the newest part of its log
     * @param more whether rows of the range may follow the last one
     */
    record RowPage(List<NamedRow> rows, boolean more) {
        public RowPage {
            rows = List.copyOf(rows);
            if (more && rows.isEmpty()) {
                throw new IllegalStateException("a page with more to come must have a row");
            }
        }
    }

    /**
     * A row with its name.
     *
     * @param name the name of the row's key in the scanned bucket
     * @param row the row
     */
    record NamedRow(String name, Row row) {}
}
