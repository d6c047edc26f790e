package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.CommitSettings.Queue;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.fault.LostResolutions;
import io.giza.simulation.fault.StuckUploads;
import io.giza.stripe.VersionFragments;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A bucket with an object, and a put in its place of which some fragments are stored when its
 * gateway dies. It may die together with its region.
 */
final class LostRegionScenario {
    private static final GatewaySettings SHORT_QUEUES =
            new GatewaySettings(
                    CommitSettings.DEFAULTS.withStrategy(
                            FirstRound.FAST, Contention.COOPERATIVE, new Queue(true, 3, 3)),
                    RequestSettings.DEFAULTS,
                    Duration.ofSeconds(5));

    final TextBody before = SingleObject.body("before");
    final TextBody inFlight = SingleObject.body("in flight");
    final Gateway gateway;
    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final SingleObject object;
    private final Network network;
    private final ObjectKey key;

    /** What the put was answered, if it was before its gateway died. */
    private Optional<PutResult> answer = Optional.empty();

    /** Makes one of whose last put fragments came to these data centers. */
    LostRegionScenario(Simulation simulation, Set<Integer> reached) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.object = new SingleObject(simulation, cluster);
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        Reach reach = Reach.over(network, network);
        this.gateway = gateway("gateway", cluster.names().getFirst(), reach);
        this.key = object.create(gateway);
        assertThat(put(gateway, new WriteCondition.None(), before))
                .isInstanceOf(PutResult.Stored.class);
        Set<DcName> stores = reached.stream().map(cluster.names()::get).collect(Collectors.toSet());
        Gateway doomed =
                gateway(
                        "doomed",
                        cluster.names().getLast(),
                        new StuckUploads(
                                new LostResolutions(reach),
                                stores,
                                simulation.surroundings("doomed").time()));
        simulation
                .surroundings("doomed")
                .tasks()
                .fork(
                        "puts",
                        () ->
                                answer =
                                        Optional.of(
                                                put(doomed, new WriteCondition.None(), inFlight)));
        sleep(Duration.ofSeconds(1));
        simulation.crash("doomed");
    }

    private Gateway gateway(String name, DcName home, Reach reach) {
        return cluster.gateway(name, home, reach, GatewaySettings.DEFAULT);
    }

    Optional<PutResult> answer() {
        return answer;
    }

    void loseTheRegion() {
        network.takeDown(cluster.names().getLast(), cluster.names());
    }

    void bringTheRegionBack() {
        network.heal();
        sleep(Duration.ofMinutes(1));
    }

    /** A disk loses what it had forced. */
    void lose(int index) {
        Value value = cluster.oracle().chosen(key).get(1).value();
        VersionFragments target =
                VersionFragments.of(
                        key,
                        value.id(),
                        ManifestCodec.decode(value),
                        gateway.versions().fragments());
        try {
            target.stores().get(index).delete(target.id(index));
        } catch (ReplicaException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns what so many read at the same time. */
    List<String> getAtOnce(int readers) {
        List<String> etags = new ArrayList<>();
        Time time = simulation.surroundings("slow").time();
        Reach reach = new SlowFragmentReads(Reach.over(network, network), time);
        Gateway slow = cluster.gateway("slow", cluster.names().getFirst(), reach, SHORT_QUEUES);
        for (int i = 0; i < readers; i++) {
            simulation.surroundings("slow").tasks().fork("reads-" + i, () -> etags.add(get(slow)));
        }
        sleep(Duration.ofMinutes(1));
        assertThat(etags).hasSize(readers);
        return etags;
    }

    void sleep(Duration duration) {
        simulation.scenario().time().sleep(duration);
    }

    PutResult put(Gateway through, WriteCondition condition, TextBody body) {
        return object.put(through, condition, body);
    }

    /** Returns the ETag of what is read. */
    String get() {
        return get(gateway);
    }

    private String get(Gateway through) {
        GetResult result = object.get(through);
        if (result instanceof GetResult.Found(var found)) {
            try (found) {
                return found.manifest().etag();
            }
        }
        return result.toString();
    }

    List<String> list() {
        ListResult result =
                gateway.objects()
                        .list(new ListRequest(cluster.account(), "bucket", "", "", "", 10));
        return result instanceof ListResult.Page page
                ? page.objects().stream().map(each -> each.manifest().etag()).toList()
                : List.of(result.toString());
    }

    List<Value.Kind> kinds() {
        return cluster.oracle().chosen(key).stream().map(each -> each.value().kind()).toList();
    }

    Abandonment.Outcome settle() {
        VersionId second = new VersionId(0, 2, cluster.oracle().chosen(key).get(1).value().id());
        return new Abandonment(gateway.versions(), ManifestCodec.NEWEST_FORMAT).settle(key, second);
    }

    /** Fragments are looked at only after all that read at the same time have read the row. */
    private record SlowFragmentReads(Reach reach, Time time) implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new ForwardingFragmentStore(reach.fragments(from, store)) {
                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    time.sleep(Duration.ofSeconds(1));
                    return super.read(id, offset, length);
                }
            };
        }
    }
}
