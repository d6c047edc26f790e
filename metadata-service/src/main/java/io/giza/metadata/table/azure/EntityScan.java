package io.giza.metadata.table.azure;

import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureException;
import io.giza.metadata.table.PageBuilder;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Utf8Order;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Takes entities of rows in the order of their keys, and gives them in the order of their names.
 * That is the same, but for groups of names whose beginnings fill the keys: of such a group all
 * entities are read and the least names kept, as many as are wanted. So memory is bounded by what
 * is wanted, and a page within a group costs reading the group.
 */
final class EntityScan<T> {
    private final EntityMapper<T> mapper;
    private final Predicate<String> filter;
    private final ToLongFunction<T> size;
    private final int limit;
    private long bytes;
    private boolean isPastFullPage;
    private final List<T> results = new ArrayList<>();

    /** Makes of a row's name and entity what is wanted of it. */
    interface EntityMapper<T> {
        T map(String name, TableEntity entity) throws RowTableException;
    }

    /** Entities in the order of their keys. */
    interface Source {
        /** Returns the next one, null after the last. */
        @Nullable TableEntity next() throws AzureException;
    }

    /**
     * Plans a scan.
     *
     * @param filter which names are wanted; the others are left out
     * @param size the bytes of one that is taken; one more is taken than fill a page
     * @param limit how many are taken at most
     */
    EntityScan(
            EntityMapper<T> mapper, Predicate<String> filter, ToLongFunction<T> size, int limit) {
        this.mapper = mapper;
        this.filter = filter;
        this.size = size;
        this.limit = limit;
    }

    /** One group of one partition. */
    private record CollidingNames(String partition, String keyPrefix) {
        static @Nullable CollidingNames of(TableEntity entity) {
            String common = EntityKeys.groupOf(entity.getRowKey());
            return common == null ? null : new CollidingNames(entity.getPartitionKey(), common);
        }
    }

    /** Takes the first of some entities, as many as are wanted. */
    List<T> collect(Source entities) throws RowTableException, AzureException {
        @Nullable TableEntity next = entities.next();
        while (next != null && results.size() < limit && !isPastFullPage) {
            CollidingNames group = CollidingNames.of(next);
            if (group != null) {
                next = collectGroup(group, next, entities);
            } else {
                String name = EntityKeys.nameOf(next.getRowKey());
                if (filter.test(name)) {
                    add(mapper.map(name, next));
                }
                next = entities.next();
            }
        }
        return results;
    }

    /** Takes the least names of a group, and returns the first entity after it. */
    private @Nullable TableEntity collectGroup(
            CollidingNames group, TableEntity first, Source entities)
            throws RowTableException, AzureException {
        Comparator<String> order = Utf8Order.COMPARATOR;
        TreeMap<String, T> smallest = new TreeMap<>(order);
        int capacity = limit - results.size();
        @Nullable TableEntity next = first;
        while (next != null && group.equals(CollidingNames.of(next))) {
            String name = nameInGroup(next);
            boolean fits =
                    smallest.size() < capacity || order.compare(name, smallest.lastKey()) < 0;
            if (fits && filter.test(name)) {
                smallest.put(name, mapper.map(name, next));
                if (smallest.size() > capacity) {
                    smallest.pollLastEntry();
                }
            }
            next = entities.next();
        }
        smallest.values().forEach(this::add);
        return next;
    }

    private void add(T result) {
        isPastFullPage = bytes >= PageBuilder.FULL_BYTES;
        bytes += size.applyAsLong(result);
        results.add(result);
    }

    private static String nameInGroup(TableEntity entity) throws RowTableException {
        String name = EntityData.name(entity);
        if (name == null) {
            throw new RowTableException("row " + entity.getRowKey() + " lacks its name", null);
        }
        return name;
    }
}
