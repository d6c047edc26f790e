package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.replica.Redundancy;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What operations cost while a data center hangs: its connections stand and nothing is answered, as
 * of a stopped process, and calls to it outlive the phases that made them. Counted in rounds of
 * simulated time, the longest that messages between data centers take both ways.
 */
class HungDataCenterTest {
    private static final Duration ONE_WAY = FaultPlan.CALM.delays().longest();

    /** Calls are waited for longer than phases last, as in production. */
    private static final Duration CALL = Duration.ofSeconds(5);

    private static final FaultPlan PATIENT = FaultPlan.CALM.withPatience(CALL);

    /** Nobody breaks an upload off because its data center takes its time. */
    private static final FaultPlan UPLOADS = FaultPlan.CALM.withPatience(Duration.ofMinutes(1));

    private static final GatewaySettings PRODUCTION =
            new GatewaySettings(
                    CommitSettings.DEFAULTS.withHedge(Duration.ofMillis(500)),
                    RequestSettings.DEFAULTS,
                    Duration.ofSeconds(5));

    /**
     * More than any of the operations takes while a data center refuses; less than any patience.
     */
    private static final int ROUNDS_OF_REFUSED = 30;

    /** What of a data center hangs. */
    private enum Part {
        METADATA,
        FRAGMENTS,
        ALL
    }

    @ParameterizedTest
    @CsvSource({
        "METADATA, 0, 3",
        "METADATA, 2, 3",
        "FRAGMENTS, 0, 3",
        "FRAGMENTS, 2, 3",
        "ALL, 0, 3",
        "ALL, 2, 3",
        "ALL, 0, 5",
        "ALL, 4, 5"
    })
    void oneOperationPaysAndTheOthersCostWhatTheyDoWhileItRefuses(Part part, int which, int size) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, size);
                    fixture.workFor(4, Duration.ofMillis(700));
                    fixture.hang(part, fixture.cluster.names().get(which));
                    List<String> slow = fixture.workFor(40, Duration.ofMillis(700));
                    assertThat(slow).as("seed %d", simulation.seed()).hasSizeLessThanOrEqualTo(1);
                });
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "2, 3", "4, 5"})
    void aPutWaitsForADataCenterOfWhichNothingAnswersNoLongerThanForACall(int which, int size) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, size, UPLOADS);
                    fixture.workFor(4, Duration.ofMillis(700));
                    fixture.hang(Part.ALL, fixture.cluster.names().get(which));
                    // It finds out that rows are not answered for, and nothing of fragments.
                    fixture.list();
                    long start = fixture.time.nanos();
                    assertThat(fixture.put("first")).isInstanceOf(PutResult.Stored.class);
                    assertThat(Duration.ofNanos(fixture.time.nanos() - start))
                            .as("seed %d", simulation.seed())
                            .isLessThan(CALL.plus(RequestSettings.DEFAULTS.grace()));
                    assertThat(fixture.workFor(10, Duration.ofMillis(1)))
                            .as("seed %d", simulation.seed())
                            .isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource({"METADATA, 0", "METADATA, 2", "FRAGMENTS, 0", "FRAGMENTS, 2", "ALL, 0"})
    void nobodyPaysAgainThoughSuspicionIsOldAndNobodyCame(Part part, int which) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 3);
                    fixture.hang(part, fixture.cluster.names().get(which));
                    // What began before the silence was noticed pays, each kind at its first.
                    fixture.workFor(3, Duration.ofMillis(1));
                    List<String> slow = fixture.workFor(8, Duration.ofMinutes(1));
                    assertThat(slow).as("seed %d", simulation.seed()).isEmpty();
                });
    }

    @ParameterizedTest
    @CsvSource({"METADATA, 0", "METADATA, 2", "FRAGMENTS, 0", "FRAGMENTS, 2", "ALL, 2"})
    void whoIsBackIsTrustedAgain(Part part, int which) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 3);
                    DcName hung = fixture.cluster.names().get(which);
                    fixture.hang(part, hung);
                    fixture.workFor(3, Duration.ofMillis(700));
                    fixture.resume();
                    // Nobody asks for anything: it is found out beside all operations.
                    fixture.time.sleep(PRODUCTION.suspicion().multipliedBy(3));
                    assertThat(fixture.gateway.metadata().group().suspicion().isSuspect(hung))
                            .isFalse();
                    assertThat(fixture.put("back")).isInstanceOf(PutResult.Stored.class);
                    assertThat(fixture.heldBy(hung)).isEqualTo(fixture.heldBy(fixture.other(hung)));
                });
    }

    /** A gateway in the first data center whose client goes through all kinds of operations. */
    private static final class Fixture {
        final SimulatedCluster cluster;
        final Time time;
        final Gateway gateway;
        private final Simulation simulation;
        private final Network network;
        private final Network dataNetwork;
        private final Account account;
        private final List<String> slow = new ArrayList<>();
        private int before;

        Fixture(Simulation simulation, int size) {
            this(simulation, size, PATIENT);
        }

        Fixture(Simulation simulation, int size, FaultPlan uploads) {
            this.simulation = simulation;
            this.time = simulation.scenario().time();
            this.cluster = new SimulatedCluster(simulation, size, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account = cluster.account().with(Redundancy.DEFAULT);
            this.network = new Network(simulation.surroundings("network"), PATIENT);
            this.dataNetwork = new Network(simulation.surroundings("data network"), uploads);
            this.gateway =
                    cluster.gateway(
                            "gateway",
                            cluster.names().getFirst(),
                            Reach.over(network, dataNetwork),
                            PRODUCTION);
            assertThat(gateway.create(account, "bucket")).isInstanceOf(CreateResult.Created.class);
            time.sleep(Duration.ofMinutes(1));
        }

        void hang(Part part, DcName dc) {
            if (part != Part.FRAGMENTS) {
                network.hang(dc);
            }
            if (part != Part.METADATA) {
                dataNetwork.hang(dc);
            }
        }

        void resume() {
            network.heal();
            dataNetwork.heal();
        }

        /** Goes through all operations so many times; returns those that took too many rounds. */
        List<String> workFor(int times, Duration pause) throws IOException {
            slow.clear();
            for (int i = 0; i < times; i++) {
                String key = "key" + i % 3;
                timed("put " + key, pause, () -> put(key));
                timed("get " + key, pause, () -> get(key));
                timed("list", pause, this::list);
                timed("inlined put", pause, () -> put("small", 20));
                String fresh = "bucket" + before++;
                timed("bucket", pause, () -> gateway.create(account, fresh));
                timed("no bucket", pause, () -> gateway.delete(account, fresh));
                timed("delete " + key, pause, () -> delete(key));
            }
            return List.copyOf(slow);
        }

        private interface Step {
            Object run() throws IOException;
        }

        private void timed(String name, Duration pause, Step step) throws IOException {
            long start = time.nanos();
            Object result = step.run();
            long rounds = (time.nanos() - start) / ONE_WAY.multipliedBy(2).toNanos();
            assertThat(result.toString()).as(name).doesNotContain("Unavailable", "Unknown");
            if (rounds > ROUNDS_OF_REFUSED) {
                slow.add(name + " took " + rounds + " rounds");
            }
            time.sleep(pause);
        }

        PutResult put(String key) throws IOException {
            return put(key, 1000);
        }

        private PutResult put(String key, int length) throws IOException {
            PutRequest put =
                    new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
            return gateway.objects().put(put, new TextBody("text", length));
        }

        private GetResult get(String key) throws IOException {
            GetResult result = gateway.objects().get(new GetRequest(target(key), true));
            assertThat(result).isInstanceOf(GetResult.Found.class);
            try (var object = ((GetResult.Found) result).object()) {
                object.writeTo(
                        ByteTarget.of(new ByteArrayOutputStream()), 0, object.manifest().size());
            }
            return result;
        }

        private ListResult list() {
            return gateway.objects().list(new ListRequest(account, "bucket", "", "", "", 10));
        }

        private DeleteResult delete(String key) {
            return gateway.objects()
                    .delete(new DeleteRequest(target(key), new WriteCondition.None()));
        }

        private Target target(String key) {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(account, "bucket", key, op);
        }

        DcName other(DcName dc) {
            return cluster.names().stream().filter(each -> !each.equals(dc)).findFirst().get();
        }

        /** Tells whether a data center holds a fragment of the newest put. */
        boolean heldBy(DcName dc) {
            return cluster.stores().stream()
                    .filter(store -> store.dc().equals(dc))
                    .flatMap(store -> store.ids().stream())
                    .anyMatch(id -> id.key().name().equals("back"));
        }
    }
}
