package io.giza.metadata.row;

import io.giza.metadata.table.PageBuilder;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers in which rows something was voted for and is not known to be decided, so that who asks
 * for these every minute does not have all rows read for it.
 *
 * <p>What is remembered may be decided by now, and is looked at before it is shown. What is not
 * remembered was voted for before this process began, through another process of the same data
 * center, or while too much was open. So all rows of a key space are read the first time that it is
 * asked for, and each {@link #REMEMBERED_SCANS}-th time after that. Nothing that is safe rests on
 * it.
 */
final class UndecidedRows {
    /** After so many scans from memory all rows are read again: six hours, of one a minute. */
    static final int REMEMBERED_SCANS = 360;

    /** With the longest names they take some ten megabytes. */
    static final int MAX_REMEMBERED = 10_000;

    /** Each takes some hundred bytes. */
    private static final int MAX_SPACES = 50_000;

    private final RowTable table;
    private final Map<BucketId, Space> spaces = new ConcurrentHashMap<>();
    private final AtomicLong lastMark = new AtomicLong();
    private final AtomicInteger remembered = new AtomicInteger();

    /** What is remembered of one key space, and how far it is known. */
    private static final class Space {
        final ConcurrentNavigableMap<String, Long> marks =
                new ConcurrentSkipListMap<>(Utf8Order.COMPARATOR);
        private Coverage coverage = new Unread("");

        /** All rows are to be read again. */
        synchronized void forgetCoverage() {
            coverage = new Unread("");
        }

        /** Tells whether a scan is answered from memory. */
        synchronized boolean takesScan(Scan scan) {
            if (!scan.prefix().isEmpty() || !(coverage instanceof Whole(int scans))) {
                return false;
            }
            boolean isFirstPage = scan.after().isEmpty();
            if (isFirstPage && scans >= REMEMBERED_SCANS) {
                coverage = new Unread("");
                return false;
            }
            coverage = isFirstPage ? new Whole(scans + 1) : coverage;
            return true;
        }

        /** Takes note of a page that was read from the table. */
        synchronized void read(Scan scan, RowPage page) {
            boolean isNext =
                    scan.prefix().isEmpty()
                            && coverage instanceof Unread(String after)
                            && after.equals(scan.after());
            if (isNext) {
                coverage =
                        scan.next(page)
                                .<Coverage>map(next -> new Unread(next.after()))
                                .orElseGet(() -> new Whole(0));
            }
        }
    }

    /** Which rows of a key space were looked at since this process began. */
    private sealed interface Coverage {}

    /** Those up to one. */
    private record Unread(String after) implements Coverage {}

    /**
     * All of them.
     *
     * @param scans how many scans were answered from memory since
     */
    private record Whole(int scans) implements Coverage {}

    UndecidedRows(RowTable table) {
        this.table = table;
    }

    /** Tells whether something was voted for in a row and is not known to be decided. */
    static boolean isUndecided(Row row) {
        return row.open().vote() != null;
    }

    /**
     * Returns what tells later whether a row was remembered anew since; to be taken before a load.
     */
    long mark(ObjectKey key) {
        Space space = spaces.get(key.bucket());
        Long mark = space == null ? null : space.marks.get(key.name());
        return mark == null ? 0 : mark;
    }

    /** Remembers a row, before something that is not decided is written to it. */
    void remember(ObjectKey key) {
        Space space = space(key.bucket());
        if (remembered.get() >= MAX_REMEMBERED) {
            space.forgetCoverage();
        } else if (space.marks.put(key.name(), lastMark.incrementAndGet()) == null) {
            remembered.incrementAndGet();
        }
    }

    /** Forgets a row that was seen to be decided, unless it was remembered since its mark. */
    void forget(ObjectKey key, long mark) {
        if (mark != 0 && space(key.bucket()).marks.remove(key.name(), mark)) {
            remembered.decrementAndGet();
        }
    }

    private Space space(BucketId bucket) {
        if (spaces.size() >= MAX_SPACES && !spaces.containsKey(bucket)) {
            // Buckets come and go. What is forgotten hereby is read again.
            spaces.clear();
            remembered.set(0);
        }
        return spaces.computeIfAbsent(bucket, _ -> new Space());
    }

    /** Returns the next of the rows that are undecided, and the last one that was looked at. */
    RowPage scan(Scan scan) throws RowTableException {
        Space space = space(scan.bucket());
        return space.takesScan(scan) ? fromMemory(space, scan) : fromTable(space, scan);
    }

    private RowPage fromTable(Space space, Scan scan) throws RowTableException {
        RowPage page = ShardMerge.scan(table, scan);
        List<NamedRow> shown = new ArrayList<>();
        for (Iterator<NamedRow> rows = page.rows().iterator(); rows.hasNext(); ) {
            NamedRow named = rows.next();
            boolean isUndecided = isUndecided(named.row());
            if (isUndecided) {
                remember(new ObjectKey(scan.bucket(), named.name()));
            }
            if (isUndecided || !rows.hasNext()) {
                shown.add(named);
            }
        }
        space.read(scan, page);
        return new RowPage(shown, page.more());
    }

    private RowPage fromMemory(Space space, Scan scan) throws RowTableException {
        PageBuilder page = new PageBuilder(scan.limit());
        Iterator<String> names =
                space.marks.tailMap(scan.after(), scan.inclusive()).keySet().iterator();
        for (int looked = 0; names.hasNext(); looked++) {
            if (page.isFull() || looked == scan.limit()) {
                return page.build(true);
            }
            ObjectKey key = new ObjectKey(scan.bucket(), names.next());
            long mark = mark(key);
            Row row = table.load(key).map(RowTable.TaggedRow::row).orElse(Row.ABSENT);
            boolean isLastLook = looked == scan.limit() - 1;
            if (!isUndecided(row)) {
                forget(key, mark);
            }
            if (isUndecided(row) || isLastLook) {
                page.add(new NamedRow(key.name(), newest(row)));
            }
        }
        return page.build(false);
    }

    /** A scanned row shows no more of its log than the table would. */
    private static Row newest(Row row) {
        return row.since(Math.max(1, row.chosen() - RowTable.SCANNED_VERSIONS + 1));
    }
}
