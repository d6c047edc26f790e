package io.giza.metadata.table;

import io.giza.model.ObjectKey;
import io.giza.paxos.Membership;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/**
 * A table of rows that are only ever changed by conditional writes of a single row. A write that
 * returned is durable.
 */
public interface RowTable extends AutoCloseable {
    /**
     * Loads a row as the last completed write left it.
     *
     * @throws RowTableException if the table fails, or the row cannot be decoded
     */
    Optional<TaggedRow> load(ObjectKey key) throws RowTableException;

    /**
     * Writes a row if it is still as it was loaded, and if its epoch is not below the membership's:
     * of two requests, the one of an epoch that ended loses, however long ago it was let in.
     *
     * @param expected the tag of the row as it was loaded, or null if it was absent
     * @return whether it was written; false if the row has another tag, or the table a later epoch
     * @throws RowTableException if the table fails; the row may have been written or not
     */
    boolean store(ObjectKey key, Row row, @Nullable Tag expected) throws RowTableException;

    /** Returns what the table knows of the topology, as the last completed write left it. */
    Membership membership() throws RowTableException;

    /**
     * Writes the membership if it is still as it was loaded. Rows do not show it.
     *
     * @return whether it was written; false if it is another one by now
     * @throws RowTableException if the table fails; it may have been written or not
     */
    boolean replaceMembership(Membership expected, Membership next) throws RowTableException;

    /**
     * Names the rows of all buckets in the order of their keys.
     *
     * @param after the key after which to begin, null for the first
     * @param limit the greatest number of keys
     */
    KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException;

    /** Scans rows in the order of their keys' UTF-8 bytes; logs are complete. */
    RowPage scan(Scan scan) throws RowTableException;

    @Override
    void close();

    /**
     * The version of a stored row: an ETag. No two writes of a row give it the same tag.
     *
     * @param value opaque
     */
    record Tag(String value) {}

    /**
     * Keys in order.
     *
     * @param more whether further keys may follow the last one
     */
    record KeyPage(List<ObjectKey> keys, boolean more) {
        public KeyPage {
            keys = List.copyOf(keys);
        }
    }

    /** A row with its tag. */
    record TaggedRow(Row row, Tag tag) {}
}
