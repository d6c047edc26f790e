package io.giza.simulation.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.membership.Membership;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.BucketRecordCodec;
import io.giza.record.ManifestCodec;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;
import io.giza.testkit.sim.SimulationLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * How many rows the data centers read for a page of a listing: counted, so that it is no matter of
 * time.
 */
class ListingCostTest {
    private static final int SHARDS = 16;
    private static final int DATA_CENTERS = 3;

    private final Random random = new Random(1);
    private final BucketId bucket = BucketId.random(random, SHARDS);
    private final CountingTable table = new CountingTable();

    @Test
    void aGroupOfAHundredThousandKeysIsPassedByReadingFew() {
        store("a", "z");
        store(IntStream.range(0, 100_000).mapToObj("logs/%06d"::formatted).toArray(String[]::new));

        ListResult.Page page = list("", "/", 1000);

        assertThat(page.objects()).extracting(ListResult.Entry::key).containsExactly("a", "z");
        assertThat(page.commonPrefixes()).containsExactly("logs/");
        assertThat(table.rowsRead).isLessThan(DATA_CENTERS * 200);
    }

    @Test
    void readingGrowsWithTheNumberOfGroupsAndNotWithWhatIsInThem() {
        for (int group = 0; group < 100; group++) {
            for (int i = 0; i < 500; i++) {
                store("photos/%02d/%03d".formatted(group, i));
            }
        }

        ListResult.Page page = list("photos/", "/", 1000);

        assertThat(page.objects()).isEmpty();
        assertThat(page.commonPrefixes()).hasSize(100);
        assertThat(page.next()).isEmpty();
        assertThat(table.rowsRead).isLessThan(DATA_CENTERS * 100 * (2 * SHARDS + 16));
    }

    @Test
    void aPageOfAThousandKeysReadsLittleMore() {
        store(IntStream.range(0, 3_000).mapToObj("k%04d"::formatted).toArray(String[]::new));

        ListResult.Page page = list("", "", 1000);

        assertThat(page.objects()).hasSize(1000);
        assertThat(page.next()).contains("k0999");
        assertThat(table.rowsRead).isLessThan(DATA_CENTERS * 1400);
    }

    private ListResult.Page list(String prefix, String delimiter, int limit) {
        var pages = new ListResult.Page[1];
        Simulation.run(
                1,
                SimulationLimits.DEFAULT,
                simulation -> {
                    var cluster =
                            new SimulatedCluster(simulation, DATA_CENTERS, Protocol.PRODUCTION);
                    var gateway =
                            cluster.gateway(
                                    "gateway",
                                    cluster.names().getFirst(),
                                    reach(),
                                    GatewaySettings.DEFAULT);
                    storeBucket(cluster.account().name());
                    var request =
                            new ListRequest(
                                    cluster.account(), "bucket", prefix, delimiter, "", limit);
                    if (gateway.objects().list(request) instanceof ListResult.Page page) {
                        pages[0] = page;
                    }
                });
        assertThat(pages[0]).isNotNull();
        return pages[0];
    }

    /** All data centers have the same rows, and lists write none. */
    private Reach reach() {
        return new Reach() {
            @Override
            public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                return new RowTransactor(
                        replica.dc(),
                        new SpillingRows(
                                table,
                                RowLimits.DEFAULTS,
                                new RowMetrics(new SimpleMeterRegistry())),
                        RowTransactor.Rules.PROTOCOL);
            }
        };
    }

    private void store(String... names) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.EMPTY),
                        0,
                        "none",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Instant.EPOCH);
        Bytes body = new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest);
        for (String name : names) {
            store(new ObjectKey(bucket, name), ManifestCodec.NEWEST_FORMAT, body);
        }
    }

    private void storeBucket(String account) {
        BucketRecord record =
                new BucketRecord(
                        bucket,
                        BucketRecord.State.ACTIVE,
                        account,
                        Instant.EPOCH,
                        BucketRecord.Versioning.UNVERSIONED);
        store(
                ObjectKey.ofBucketRecord("bucket"),
                BucketRecordCodec.formatOf(record),
                BucketRecordCodec.encode(record));
    }

    private void store(ObjectKey key, int format, Bytes body) {
        Value value =
                new Value(
                        format,
                        PutId.random(random),
                        0,
                        OpId.random(random),
                        new Command.Put(Mode.UNVERSIONED, body));
        Row row = new Row(1, 0, 0, 0, List.of(), Slot.UNTOUCHED).append(value);
        assertThat(table.store(key, StoredRow.whole(row), null)).isTrue();
    }

    private static final class CountingTable extends InMemoryRowTable {
        private int rowsRead;

        CountingTable() {
            replaceMembership(Membership.UNINITIALIZED, Membership.UNINITIALIZED.founded(1));
        }

        @Override
        public RowPage scan(Scan scan, int shard) {
            RowPage page = super.scan(scan, shard);
            rowsRead += page.rows().size();
            return page;
        }
    }
}
