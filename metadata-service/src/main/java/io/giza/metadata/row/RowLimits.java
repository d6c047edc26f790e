package io.giza.metadata.row;

import io.giza.replica.MetadataReplica;

/**
 * How large the pieces of a row may become.
 *
 * @param headBytes a head whose log takes more is cut
 * @param segmentBytes about the greatest size of a segment; one version may be larger
 * @param pageEntries the greatest number of versions in a page of history
 */
public record RowLimits(long headBytes, long segmentBytes, int pageEntries) {
    /**
     * A head is read and written by every message, so it is small; a segment fits into one property
     * of a table service, 64 KiB.
     */
    public static final RowLimits DEFAULTS =
            new RowLimits(16 << 10, 48 << 10, MetadataReplica.MAX_HISTORY_ENTRIES);

    public RowLimits {
        if (headBytes < 1
                || segmentBytes < 1
                || pageEntries < 1
                || pageEntries > MetadataReplica.MAX_HISTORY_ENTRIES) {
            throw new IllegalArgumentException(
                    "limits of "
                            + headBytes
                            + " and "
                            + segmentBytes
                            + " bytes and "
                            + pageEntries
                            + " versions");
        }
    }
}
