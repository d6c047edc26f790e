package io.giza.replica;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

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
     * @param limit the greatest number of rows, at least 1; fewer may be returned
     */
    record Scan(
            long epoch,
            BucketId bucket,
            String prefix,
            String after,
            boolean inclusive,
            int limit) {
        /** Makes a scan of no epoch yet. */
        public Scan(BucketId bucket, String prefix, String after, boolean inclusive, int limit) {
            this(0, bucket, prefix, after, inclusive, limit);
        }

        /** Returns this scan as a sender of {@code current} sends it. */
        public Scan in(long current) {
            return new Scan(current, bucket, prefix, after, inclusive, limit);
        }

        /** Returns this scan with no more rows than {@code most}. */
        public Scan upTo(int most) {
            return new Scan(epoch, bucket, prefix, after, inclusive, Math.min(limit, most));
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
