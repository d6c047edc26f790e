package io.giza.metadata.table.azure;

import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureException;
import io.giza.metadata.table.PageBuilder;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.KeyPage;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.EntityKeys.EncodedName;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Pages of rows, as ranges of keys of a table at Azure.
 *
 * <p>A scan reads whole heads, because the newest versions stand at their end: some hundred bytes
 * each, about 16 KiB where versions are many, more where they carry small objects. The service
 * answers at most a thousand entities at a time, and fewer if they are large; the SDK asks on. A
 * list of keys reads keys alone, but passes by the segments.
 *
 * @param entities the table
 */
record EntityRanges(EntityClient entities) {
    private static final int MAX_PAGE = 1000;

    /** Scans the heads of one shard of a bucket. */
    RowPage scan(Scan scan, int shard) throws RowTableException {
        boolean startsAfterName = Utf8Order.compare(scan.after(), scan.prefix()) > 0;
        String from = startsAfterName ? scan.after() : scan.prefix();
        String end =
                EntityKeys.ROWS
                        + EntityKeys.encodedName(scan.prefix()).keyPrefix()
                        + NameEncoding.ABOVE_ALL;
        String filter =
                "PartitionKey eq '%s' and RowKey ge '%s' and RowKey lt '%s'"
                        .formatted(
                                EntityKeys.partition(scan.bucket(), shard),
                                firstKeyAtOrAfter(from),
                                end);
        EntityScan<NamedRow> entityScan =
                new EntityScan<>(
                        (name, entity) ->
                                new NamedRow(
                                        name,
                                        AzureRowTable.decode(
                                                "row " + name,
                                                entity,
                                                bytes ->
                                                        StoredRowCodec.decodeNewest(
                                                                bytes, RowTable.SCANNED_VERSIONS))),
                        name -> isWanted(name, scan),
                        named -> named.row().bytes(),
                        scan.limit() + 1);
        PageBuilder page = new PageBuilder(scan.limit());
        for (NamedRow row : take(entityScan, filter, null, scan.limit() + 2)) {
            if (page.isFull()) {
                return page.build(true);
            }
            page.add(row);
        }
        return page.build(false);
    }

    private static boolean isWanted(String name, Scan scan) {
        int order = Utf8Order.compare(name, scan.after());
        return name.startsWith(scan.prefix()) && (order > 0 || (order == 0 && scan.inclusive()));
    }

    /** Returns the least key of a row whose name is not below this one. */
    private static String firstKeyAtOrAfter(String name) {
        EncodedName beginning = EntityKeys.encodedName(name);
        return EntityKeys.ROWS + beginning.keyPrefix();
    }

    /**
     * Names rows of all buckets: first the rest of a bucket's shard, then the shards after it; each
     * is one range of keys, which one condition could not say without a scan of the whole table.
     */
    KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        List<ObjectKey> page = new ArrayList<>();
        if (after != null) {
            page.addAll(restOfShard(after, limit + 1));
        }
        if (page.size() <= limit) {
            String partition =
                    after == null ? "" : EntityKeys.partition(after.bucket(), after.shard());
            page.addAll(laterShards(partition, limit + 1 - page.size()));
        }
        return page.size() > limit
                ? new KeyPage(page.subList(0, limit), true)
                : new KeyPage(page, false);
    }

    private List<ObjectKey> restOfShard(ObjectKey after, int limit) throws RowTableException {
        String filter =
                "PartitionKey eq '%s' and RowKey ge '%s' and RowKey lt '%s'"
                        .formatted(
                                EntityKeys.partition(after.bucket(), after.shard()),
                                firstKeyAtOrAfter(after.name()),
                                EntityKeys.SEGMENTS);
        EntityScan<ObjectKey> scan =
                new EntityScan<>(
                        EntityRanges::key,
                        name -> Utf8Order.compare(name, after.name()) > 0,
                        _ -> 0,
                        limit);
        return take(scan, filter, EntityData.selectingNames(), limit + 1);
    }

    private List<ObjectKey> laterShards(String partition, int limit) throws RowTableException {
        String filter =
                "PartitionKey gt '%s' and PartitionKey lt '%s' and RowKey ge '%s' and RowKey lt '%s'"
                        .formatted(
                                partition,
                                EntityKeys.AFTER_BUCKETS,
                                EntityKeys.ROWS,
                                EntityKeys.SEGMENTS);
        EntityScan<ObjectKey> scan = new EntityScan<>(EntityRanges::key, _ -> true, _ -> 0, limit);
        return take(scan, filter, EntityData.selectingNames(), limit);
    }

    private static ObjectKey key(String name, TableEntity entity) {
        return new ObjectKey(EntityKeys.bucketOf(entity.getPartitionKey()), name);
    }

    private <T> List<T> take(
            EntityScan<T> entityScan, String filter, @Nullable List<String> select, int expected)
            throws RowTableException {
        ListEntitiesOptions options =
                new ListEntitiesOptions().setFilter(filter).setTop(Math.min(MAX_PAGE, expected));
        if (select != null) {
            options.setSelect(select);
        }
        try {
            return entityScan.collect(entities.find(options)::next);
        } catch (AzureException e) {
            throw AzureRowTable.failure("rows cannot be scanned", e);
        }
    }
}
