package io.giza.metadata.row;

import io.giza.metadata.table.PageBuilder;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Utf8Order;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/**
 * A scan of all shards of a bucket as one: the rows of the shards, each in order, merged in order.
 * Names are spread evenly, so about the same number is asked of each shard, a little more than its
 * share, and a share of the rest where a shard runs out before the page is full. So a page reads
 * little more than it returns.
 */
final class ShardMerge {
    private static final Comparator<Shard> BY_NEXT =
            Comparator.comparing(Shard::next, Utf8Order.COMPARATOR);

    private final RowTable table;
    private final Scan scan;

    private ShardMerge(RowTable table, Scan scan) {
        this.table = table;
        this.scan = scan;
    }

    /** Scans rows of one bucket in the order of their keys' UTF-8 bytes. */
    static RowPage scan(RowTable table, Scan scan) throws RowTableException {
        return scan.bucket().shards() == 1
                ? table.scan(scan, 0)
                : new ShardMerge(table, scan).page();
    }

    /**
     * Returns how many rows are asked of each shard at a time. Names scatter about a shard's share
     * by some square root of it.
     */
    static int batch(int limit, int shards) {
        int perShard = limit / shards;
        return Math.max(1, perShard + (int) Math.sqrt(perShard));
    }

    private RowPage page() throws RowTableException {
        PriorityQueue<Shard> shards = new PriorityQueue<>(BY_NEXT);
        for (int number = 0; number < scan.bucket().shards(); number++) {
            addUnlessEmpty(shards, new Shard(number), scan.limit());
        }
        PageBuilder page = new PageBuilder(scan.limit());
        while (!shards.isEmpty() && !page.isFull()) {
            Shard next = shards.remove();
            page.add(next.take());
            if (page.isFull() && next.mayHaveMore()) {
                return page.build(true);
            }
            addUnlessEmpty(shards, next, scan.limit() - page.size());
        }
        return page.build(!shards.isEmpty());
    }

    private static void addUnlessEmpty(PriorityQueue<Shard> shards, Shard shard, int wanted)
            throws RowTableException {
        if (shard.fill(wanted)) {
            shards.add(shard);
        }
    }

    /** One shard, read as far as needed. */
    private final class Shard {
        private final int number;
        private final Deque<NamedRow> rows = new ArrayDeque<>();
        private String after = scan.after();
        private boolean inclusive = scan.inclusive();
        private boolean hasMore = true;

        Shard(int number) {
            this.number = number;
        }

        /**
         * Reads on if nothing is left of what was read; returns whether there is a row.
         *
         * @param wanted how many rows the page still lacks, of all shards
         */
        boolean fill(int wanted) throws RowTableException {
            if (rows.isEmpty() && hasMore) {
                int batch = batch(wanted, scan.bucket().shards());
                RowPage page =
                        table.scan(
                                new Scan(scan.bucket(), scan.prefix(), after, inclusive, batch),
                                number);
                rows.addAll(page.rows());
                hasMore = page.more();
                after = rows.isEmpty() ? after : rows.getLast().name();
                inclusive = false;
            }
            return !rows.isEmpty();
        }

        String next() {
            return rows.getFirst().name();
        }

        NamedRow take() {
            return rows.removeFirst();
        }

        boolean mayHaveMore() {
            return hasMore || !rows.isEmpty();
        }
    }
}
