package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.group.CommitSettings;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.cluster.RequestSettings.RecordOrder;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.VersionId;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.PutWithoutData;
import io.giza.simulation.fault.SlowUploads;
import io.giza.simulation.fault.UnreachableRows;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client retries a put whose first attempt was chosen and given up, which one data center knows
 * from the log alone: it was not told that the version never becomes visible.
 */
class AbandonedOperationTest {
    @Test
    void isPutAgainAndIsReadFromThenOn() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Protocol.PRODUCTION);
                    fixture.abandonFirstAttempt();
                    List<PutResult> results = new ArrayList<>();
                    simulation
                            .surroundings("retrier")
                            .tasks()
                            .fork("retry", () -> fixture.retry(results));
                    simulation.surroundings("reader").time().sleep(Duration.ofMillis(300));
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                    simulation.join("retrier");
                    assertThat(results).hasSize(1);
                    assertThat(results.getFirst()).isInstanceOf(PutResult.Stored.class);
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    /**
     * One acceptor says so, the two others vote for the record, and who does not hear the one has
     * to reckon with it and finishes it: that it was said says nothing of this attempt's fate.
     */
    @Test
    void keepsItsFragmentsWhereAnAcceptorOfAnEarlierReleaseSaysThatItHappened() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, new EarlierRelease());
                    fixture.abandonFirstAttempt();
                    List<PutResult> results = new ArrayList<>();
                    simulation
                            .surroundings("retrier")
                            .tasks()
                            .fork("retry", () -> fixture.retry(results));
                    simulation.surroundings("reader").time().sleep(Duration.ofMillis(300));
                    assertThat(fixture.getWithoutTheFirst()).isInstanceOf(GetResult.Found.class);
                    simulation.join("retrier");
                    assertThat(results).hasSize(1);
                    assertThat(results.getFirst()).isInstanceOf(Failure.OutcomeUnknown.class);
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(fixture.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void keepsThemTooWhereItsRecordIsDecidedAfterThem() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture =
                            new Fixture(simulation, new EarlierRelease(), RecordOrder.SERIAL);
                    fixture.abandonFirstAttempt();
                    List<PutResult> results = new ArrayList<>();
                    fixture.retry(results);
                    assertThat(results).singleElement().isInstanceOf(Failure.OutcomeUnknown.class);
                    // Until the votes of the two others are cast.
                    simulation.scenario().time().sleep(Duration.ofSeconds(1));
                    assertThat(fixture.getWithoutTheFirst()).isInstanceOf(GetResult.Found.class);
                });
    }

    /** Acceptors go by what they were told of a version's data. */
    private static final class EarlierRelease extends Protocol {
        @Override
        public Acceptor acceptor() {
            return new Acceptor() {
                @Override
                protected Optional<Entry> earlierVersionOf(Row row, OpId op) {
                    return row.log().stream()
                            .filter(entry -> entry.value().op().equals(op))
                            .filter(entry -> entry.resolution() != Entry.Resolution.ABORTED)
                            .findFirst();
                }
            };
        }
    }

    /** One object, the gateway that retries, and one that reads meanwhile. */
    private static final class Fixture {
        private final SimulatedCluster cluster;
        private final Simulation simulation;
        private final Account account;
        private final Gateway cleaner;
        private final Gateway retrier;
        private final Gateway reader;
        private final Gateway partial;
        private final ObjectKey key;
        private final OpId op;

        Fixture(Simulation simulation, Protocol protocol) {
            this(simulation, protocol, RecordOrder.PARALLEL);
        }

        Fixture(Simulation simulation, Protocol protocol, RecordOrder path) {
            this.simulation = simulation;
            cluster = new SimulatedCluster(simulation, 3, protocol);
            cluster.stopFailures();
            account = cluster.account();
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            Reach plain = Reach.over(network, network);
            DcName first = cluster.names().getFirst();
            cleaner =
                    cluster.gateway(
                            "cleaner",
                            first,
                            new WithoutAbortNotice(plain, first),
                            GatewaySettings.DEFAULT);
            retrier =
                    cluster.gateway(
                            "retrier",
                            first,
                            new SlowUploads(
                                    plain,
                                    cluster.names().getLast()::equals,
                                    () ->
                                            simulation
                                                    .surroundings("retrier")
                                                    .time()
                                                    .sleep(Duration.ofSeconds(1))),
                            new GatewaySettings(
                                    CommitSettings.DEFAULTS,
                                    RequestSettings.DEFAULTS.with(path),
                                    GatewaySettings.DEFAULT.suspicion()));
            // It cannot tell that what is slow is not there yet, so it has a record say what it
            // shows.
            DcName last = cluster.names().getLast();
            Network apart = new Network(simulation.surroundings("apart"), FaultPlan.CALM);
            apart.takeDown(last, cluster.names());
            Reach reach = Reach.over(network, apart);
            reader =
                    cluster.gateway(
                            "reader", cluster.names().get(1), reach, GatewaySettings.DEFAULT);
            partial =
                    cluster.gateway(
                            "partial",
                            cluster.names().get(1),
                            new UnreachableRows(reach, first),
                            GatewaySettings.DEFAULT);
            var created = cleaner.create(account, "bucket");
            key = new ObjectKey(((CreateResult.Created) created).bucket().id(), "key");
            op = OpId.random(simulation.scenario().random());
        }

        void abandonFirstAttempt() {
            PutId id = PutId.random(cleaner.surroundings().random());
            var time = cleaner.surroundings().time();
            var committer = cleaner.metadata().committer();
            Draft draft = Draft.of(PutWithoutData.record(account, id, op));
            var deadline = time.after(Duration.ofSeconds(30));
            assertThat(committer.append(key, draft, Row.ABSENT, null, deadline))
                    .isInstanceOf(CommitResult.Committed.class);
            assertThat(
                            new Abandonment(cleaner.versions(), ManifestCodec.NEWEST_FORMAT)
                                    .settle(key, new VersionId(0, 1, id)))
                    .isInstanceOf(Abandonment.Deleted.class);
            simulation.scenario().time().sleep(Duration.ofMinutes(5));
            assertThat(cluster.names().stream().map(this::resolution))
                    .containsExactly(
                            Entry.Resolution.UNRESOLVED,
                            Entry.Resolution.ABORTED,
                            Entry.Resolution.ABORTED);
        }

        private Entry.Resolution resolution(DcName dc) {
            return cluster.stored(dc, key).entry(1).orElseThrow().resolution();
        }

        void retry(List<PutResult> results) {
            PutRequest request =
                    new PutRequest(
                            new Target(account, "bucket", "key", op),
                            new WriteCondition.None(),
                            Map.of(),
                            Map.of());
            try {
                results.add(retrier.objects().put(request, new TextBody("again", 1000)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        GetResult get() {
            return get(reader);
        }

        /** Gets as who has no answer from the rows of the first data center. */
        GetResult getWithoutTheFirst() {
            return get(partial);
        }

        private GetResult get(Gateway through) {
            OpId any = OpId.random(through.surroundings().random());
            Target target = new Target(account, "bucket", "key", any);
            GetResult result = through.objects().get(new GetRequest(target, true));
            if (result instanceof GetResult.Found found) {
                found.object().close();
            }
            return result;
        }
    }
}
