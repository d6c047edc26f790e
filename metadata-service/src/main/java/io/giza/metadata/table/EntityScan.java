package io.giza.metadata.table;

import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureException;
import io.giza.model.Utf8Order;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Takes entities of rows in the order of their keys, and gives them in the order of their names.
 * That is the same, but for groups of names whose beginnings fill the keys: of such a group all
 * entities are read and the least names kept, as many as are wanted. So memory is bounded by what
 * is wanted, and a page within a group costs reading the group.
 */
final class EntityScan<T> {
    private final Taker<T> taker;
    private final Predicate<String> wanted;
    private final int limit;
    private final List<T> taken = new ArrayList<>();

    /** Makes of a row's name and entity what is wanted of it. */
    interface Taker<T> {
        T take(String name, TableEntity entity) throws RowTableException;
    }

    /** Entities in the order of their keys. */
    interface Source {
        /** Returns the next one, null after the last. */
        @Nullable TableEntity next() throws AzureException;
    }

    /**
     * Plans a scan.
     *
     * @param wanted which names are wanted; the others are passed by
     * @param limit how many are taken at most
     */
    EntityScan(Taker<T> taker, Predicate<String> wanted, int limit) {
        this.taker = taker;
        this.wanted = wanted;
        this.limit = limit;
    }

    /** One group of one partition. */
    private record Group(String partition, String common) {
        static @Nullable Group of(TableEntity entity) {
            String common = EntityKeys.groupOf(entity.getRowKey());
            return common == null ? null : new Group(entity.getPartitionKey(), common);
        }
    }

    /** Takes the first of some entities, as many as are wanted. */
    List<T> take(Source entities) throws RowTableException, AzureException {
        @Nullable TableEntity next = entities.next();
        while (next != null && taken.size() < limit) {
            Group group = Group.of(next);
            if (group != null) {
                next = takeGroup(group, next, entities);
            } else {
                String name = EntityKeys.nameOf(next.getRowKey());
                if (wanted.test(name)) {
                    taken.add(taker.take(name, next));
                }
                next = entities.next();
            }
        }
        return taken;
    }

    /** Takes the least names of a group, and returns the first entity after it. */
    private @Nullable TableEntity takeGroup(Group group, TableEntity first, Source entities)
            throws RowTableException, AzureException {
        Comparator<String> order = Utf8Order.COMPARATOR;
        TreeMap<String, T> least = new TreeMap<>(order);
        int room = limit - taken.size();
        @Nullable TableEntity next = first;
        while (next != null && group.equals(Group.of(next))) {
            String name = nameInGroup(next);
            boolean fits = least.size() < room || order.compare(name, least.lastKey()) < 0;
            if (fits && wanted.test(name)) {
                least.put(name, taker.take(name, next));
                if (least.size() > room) {
                    least.pollLastEntry();
                }
            }
            next = entities.next();
        }
        taken.addAll(least.values());
        return next;
    }

    private static String nameInGroup(TableEntity entity) throws RowTableException {
        String name = EntityData.name(entity);
        if (name == null) {
            throw new RowTableException("row " + entity.getRowKey() + " lacks its name", null);
        }
        return name;
    }
}
