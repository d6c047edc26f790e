package io.giza.metadata.table;

import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;

import java.util.ArrayList;
import java.util.List;

/**
 * A page of rows as it grows. Small objects travel in their rows, so a page is full at a number of
 * rows or at a number of bytes, whichever comes first: a listing costs bounded memory, whatever is
 * listed.
 */
public final class PageBuilder {
    /**
     * The bytes of rows at which a page is full, whatever its limit; the last row may exceed it.
     */
    public static final long FULL_BYTES = 4 << 20;

    private final int limit;
    private final List<NamedRow> rows = new ArrayList<>();
    private long bytes;

    /**
     * Begins a page.
     *
     * @param limit the greatest number of rows, at least 1
     */
    public PageBuilder(int limit) {
        this.limit = limit;
    }

    /** Tells whether no further row belongs to this page. There is at least one row then. */
    public boolean isFull() {
        return rows.size() >= limit || bytes >= FULL_BYTES;
    }

    /** Returns how many rows it has. */
    public int size() {
        return rows.size();
    }

    /** Adds the next row of a page that is not full. */
    public void add(NamedRow next) {
        rows.add(next);
        bytes += next.row().bytes();
    }

    /**
     * Ends the page.
     *
     * @param more whether rows follow its last one
     */
    public RowPage build(boolean more) {
        return new RowPage(rows, more);
    }
}
