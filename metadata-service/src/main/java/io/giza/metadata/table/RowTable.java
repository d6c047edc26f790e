package io.giza.metadata.table;

import io.giza.membership.Membership;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table of rows and of the segments to which older parts of their logs were moved. Each row and
 * each segment is one entity, only ever changed by a conditional write of itself alone. A write
 * that returned is durable.
 */
public interface RowTable extends AutoCloseable {
    /** How many of the newest versions a scanned row shows. */
    int SCANNED_VERSIONS = 2;

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
    boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected) throws RowTableException;

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
     * Writes the membership likewise, as the start of the service changes it. That is no progress:
     * an older copy of the table must not come level by being started.
     */
    default boolean enter(Membership expected, Membership next) throws RowTableException {
        return replaceMembership(expected, next);
    }

    /**
     * Returns how far the table has come: a number that grows with what it keeps durably, so that
     * an older copy of its disk has a lower one. What it noted of other tables does not count, or
     * two tables would never cease to tell each other.
     *
     * @return empty if no older copy of the table can come back
     */
    default OptionalLong sequence() {
        return OptionalLong.empty();
    }

    /**
     * Names the rows of all buckets in the order of their keys ({@link ObjectKey#compareTo}).
     *
     * @param after the key after which to begin, null for the first
     * @param limit the greatest number of keys
     */
    KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException;

    /**
     * Scans the heads of one shard of a bucket in the order of their keys' UTF-8 bytes; each shows
     * the newest {@link #SCANNED_VERSIONS} of its log. Segments are not part of it. A page ends
     * early where its rows are large ({@link PageBuilder#FULL_BYTES}), and says that more follow.
     *
     * @param shard which of the bucket's shards, from 0
     */
    RowPage scan(Scan scan, int shard) throws RowTableException;

    /**
     * Loads a segment as the last completed write left it.
     *
     * @throws RowTableException if the table fails, or the segment cannot be decoded
     */
    Optional<TaggedSegment> load(SegmentKey key) throws RowTableException;

    /**
     * Writes a segment if it is still as it was loaded.
     *
     * @param expected the tag of the segment as it was loaded, or null if it was absent
     * @return whether it was written; false if the segment has another tag by now
     * @throws RowTableException if the table fails; the segment may have been written or not
     */
    boolean store(SegmentKey key, Segment segment, @Nullable Tag expected) throws RowTableException;

    /**
     * Deletes a segment, if it is there.
     *
     * @throws RowTableException if the table fails; the segment may be there or not
     */
    void delete(SegmentKey key) throws RowTableException;

    @Override
    void close();

    /**
     * The version of a stored row or segment: an ETag. No two writes give one the same tag, as long
     * as it is not deleted.
     *
     * @param value opaque
     */
    record Tag(String value) {}

    /**
     * Keys in order.
     *
     * @param hasMore whether further keys may follow the last one
     */
    record KeyPage(List<ObjectKey> keys, boolean hasMore) {
        public KeyPage {
            keys = List.copyOf(keys);
        }
    }

    /** A row with its tag. */
    record TaggedRow(StoredRow stored, Tag tag) {
        /** Returns the head of the row. */
        public Row row() {
            return stored.row();
        }
    }

    /**
     * The key of a segment.
     *
     * @param row the key of the row whose versions it holds
     * @param generation the incarnation of the row
     * @param first the first version that it holds
     */
    record SegmentKey(ObjectKey row, long generation, long first) {
        @Override
        public String toString() {
            return row + "#" + generation + "." + first;
        }
    }

    /** A segment with its tag. */
    record TaggedSegment(Segment segment, Tag tag) {}
}
