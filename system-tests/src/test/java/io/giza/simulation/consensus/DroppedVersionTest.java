package io.giza.simulation.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.VersionListing;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Row;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rows that show a version of which nothing is left, learned from somebody who knows its deletion,
 * and do not show the deletion itself.
 */
class DroppedVersionTest {
    @Test
    void isNeitherReadNorAnErrorOfOurs() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    assertThat(fixture.get(null)).isInstanceOf(GetResult.Found.class);
                    VersionId version = fixture.version();
                    fixture.shows.set(true);
                    assertThat(fixture.get(null)).isInstanceOf(Failure.Unavailable.class);
                    assertThat(fixture.get(version)).isInstanceOf(GetResult.Absent.class);
                    assertThat(fixture.list()).isInstanceOf(Failure.Unavailable.class);
                    assertThat(fixture.listVersions()).isInstanceOf(VersionListing.Failed.class);
                });
    }

    private static final class Fixture {
        private final AtomicBoolean shows = new AtomicBoolean();
        private final SimulatedCluster cluster;
        private final Gateway gateway;
        private final SingleObject object;
        private final ObjectKey key;

        Fixture(Simulation simulation) {
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            Reach reach = new Dropping(Reach.over(network, network), shows);
            gateway =
                    cluster.gateway(
                            "g", cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
            object = new SingleObject(simulation, cluster);
            key = object.create(gateway);
            gateway.version(cluster.account(), "bucket", BucketRecord.Versioning.ENABLED);
            assertThat(object.put(gateway, "text")).isInstanceOf(PutResult.Stored.class);
        }

        VersionId version() {
            return new VersionId(0, 1, cluster.oracle().chosen(key).getFirst().value().id());
        }

        GetResult get(@Nullable VersionId version) {
            GetResult result =
                    gateway.objects().get(new GetRequest(object.target(), version, true));
            if (result instanceof GetResult.Found found) {
                found.object().close();
            }
            return result;
        }

        ListResult list() {
            return gateway.objects()
                    .list(new ListRequest(cluster.account(), "bucket", "", "", "", 10));
        }

        VersionListing.Result listVersions() {
            return gateway.objects()
                    .listVersions(
                            new VersionListing.Request(
                                    cluster.account(),
                                    "bucket",
                                    "",
                                    "",
                                    new VersionListing.Marker("", Optional.empty()),
                                    10));
        }
    }

    /** Rows are shown without what their puts say. */
    private record Dropping(Reach plain, AtomicBoolean shows) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(plain.metadata(from, replica)) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    Answer answer = super.send(message);
                    return shows.get()
                                    && !message.key().holdsRecords()
                                    && answer.reply() instanceof Reply.Current(Row row)
                            ? new Answer(new Reply.Current(dropped(row)), answer.witness())
                            : answer;
                }

                @Override
                public RowPage scan(Scan scan) throws ReplicaException {
                    RowPage page = super.scan(scan);
                    return shows.get() && !scan.bucket().equals(BucketId.SYSTEM)
                            ? new RowPage(
                                    page.rows().stream()
                                            .map(
                                                    each ->
                                                            new NamedRow(
                                                                    each.name(),
                                                                    dropped(each.row())))
                                            .toList(),
                                    page.more())
                            : page;
                }
            };
        }

        private static Row dropped(Row row) {
            return new Row(
                    row.epoch(),
                    row.generation(),
                    row.fence(),
                    row.chosen(),
                    row.log().stream()
                            .map(
                                    each ->
                                            new Entry(
                                                    each.version(),
                                                    each.value().withoutBody(),
                                                    each.resolution()))
                            .toList(),
                    row.open());
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return plain.fragments(from, store);
        }
    }
}
