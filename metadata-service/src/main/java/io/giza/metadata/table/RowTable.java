package io.giza.metadata.table;

import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

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
     * Writes a row if it is still as it was loaded.
     *
     * @param expected the tag of the row as it was loaded, or null if it was absent
     * @return whether it was written; false if the row has another tag by now
     * @throws RowTableException if the table fails; the row may have been written or not
     */
    boolean store(ObjectKey key, Row row, @Nullable Tag expected) throws RowTableException;

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

    /** A row with its tag. */
    record TaggedRow(Row row, Tag tag) {}
}
