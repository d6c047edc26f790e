package io.giza.gateway.listing;

import io.giza.commit.KeyLister;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.BucketId;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a listing being filled: page through rows of a quorum, group keys below the
 * delimiter, and skip the rest of a group by seeking past it, unless the next row that was read
 * already is beyond it.
 *
 * @param <E> what is listed of a key that belongs to no group
 */
final class GroupedListing<E> {
    private final Cluster cluster;
    private final Range range;
    private final Function<NamedRow, RowContent<E>> reader;
    private final List<E> entries = new ArrayList<>();
    private final List<String> groups = new ArrayList<>();
    private String openGroup = "";
    private Optional<Position<E>> last = Optional.empty();

    /**
     * What a page is made of.
     *
     * @param bucket the bucket
     * @param prefix keys must begin with it; may be empty
     * @param delimiter groups keys up to its first occurrence after the prefix; may be empty
     * @param after the key or group that the page comes after; empty for the beginning
     * @param inclusive whether the row of the key {@code after} is read too
     * @param limit the greatest number of entries and groups together
     */
    record Range(
            BucketId bucket,
            String prefix,
            String delimiter,
            String after,
            boolean inclusive,
            int limit) {
        Optional<String> groupOf(String name) {
            return KeyGroups.groupOf(name, prefix, delimiter);
        }

        private Optional<Scan> first(int size) {
            return groupOf(after).filter(after::equals).isPresent()
                    ? behind(after, size)
                    : Optional.of(scan(after, inclusive, size));
        }

        private Optional<Scan> behind(String group, int size) {
            return KeyGroups.firstAfterPrefix(group).map(past -> scan(past, true, size));
        }

        private Scan scan(String from, boolean inclusive, int size) {
            return new Scan(bucket, prefix, from, inclusive, size);
        }
    }

    /** What a row means to the listing. */
    sealed interface RowContent<E> {
        /** What is listed of it, in order; nothing if the key has nothing to list. */
        record Listed<E>(Iterator<E> entries) implements RowContent<E> {}

        /** Nobody can tell for now. */
        record Undecided<E>(String detail) implements RowContent<E> {}
    }

    /** Something that was listed. */
    sealed interface Position<E> {
        record AtEntry<E>(E entry) implements Position<E> {}

        record AtGroup<E>(String group) implements Position<E> {}
    }

    /** How the filling ended. */
    sealed interface Result<E> {
        /**
         * The page.
         *
         * @param next what the next page comes after, empty at the end
         */
        record Page<E>(List<E> entries, List<String> groups, Optional<Position<E>> next)
                implements Result<E> {}

        /** There is no page, because a row or its content cannot be known for now. */
        record Unavailable<E>(String detail) implements Result<E> {}
    }

    GroupedListing(Cluster cluster, Range range, Function<NamedRow, RowContent<E>> reader) {
        this.cluster = cluster;
        this.range = range;
        this.reader = reader;
    }

    /** Fills the page. */
    Result<E> fill() {
        Optional<Scan> next =
                range.limit() == 0
                        ? Optional.empty()
                        : range.first(ScanSize.first(wanted(), !range.delimiter().isEmpty()));
        while (next.isPresent()) {
            // A page that takes long is as consistent as a short one: each key by itself is.
            Deadline deadline = cluster.after(cluster.settings().read());
            var result = cluster.metadata().lister().list(next.get(), deadline);
            if (!(result instanceof KeyLister.Rows rows)) {
                return new Result.Unavailable<>("no quorum answered");
            }
            int before = wanted();
            int skipped = 0;
            for (NamedRow row : rows.rows()) {
                if (isInOpenGroup(row.name())) {
                    skipped++;
                    continue;
                }
                switch (reader.apply(row)) {
                    case RowContent.Undecided<E>(String detail) -> {
                        return new Result.Unavailable<>("key '" + row.name() + "': " + detail);
                    }
                    case RowContent.Listed<E>(Iterator<E> listed) -> {
                        if (!take(row.name(), listed)) {
                            return new Result.Page<>(entries, groups, last);
                        }
                    }
                }
            }
            var use = new ScanSize.PageUsage(rows.rows().size(), skipped, before - wanted());
            next = rows.more() ? following(rows, use) : Optional.empty();
        }
        return new Result.Page<>(entries, groups, Optional.empty());
    }

    /** One more than fits, to see whether there is more. */
    private int wanted() {
        return range.limit() - entries.size() - groups.size() + 1;
    }

    private boolean isFull() {
        return wanted() == 1;
    }

    private boolean isInOpenGroup(String name) {
        return !openGroup.isEmpty() && name.startsWith(openGroup);
    }

    private Optional<Scan> following(KeyLister.Rows rows, ScanSize.PageUsage use) {
        int size = ScanSize.next(wanted(), use);
        String lastRead = rows.rows().getLast().name();
        return isInOpenGroup(lastRead)
                ? range.behind(openGroup, size)
                : Optional.of(range.scan(lastRead, false, size));
    }

    /** Takes a key, or the group that it opens, into the page; false if it does not fit. */
    private boolean take(String name, Iterator<E> listed) {
        Optional<String> group = range.groupOf(name);
        while (listed.hasNext()) {
            if (isFull()) {
                return false;
            }
            if (group.isPresent()) {
                groups.add(group.get());
                openGroup = group.get();
                last = Optional.of(new Position.AtGroup<>(openGroup));
                return true;
            }
            E entry = listed.next();
            entries.add(entry);
            last = Optional.of(new Position.AtEntry<>(entry));
        }
        return true;
    }
}
