package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.CommitSettings.Queue;
import io.giza.commit.turn.Passage;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.metadata.row.RowLimits;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.FaultPlan.Delays;
import io.giza.testkit.fault.FaultPlan.Rates;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * How many versions of one key writers at different gateways get, and how long each waits, counted
 * in rounds of simulated time: the longest that messages between data centers take both ways. All
 * data centers are equally far from each other, and a writer begins when its last record is chosen.
 */
class HotKeyTest {
    private static final Duration ONE_WAY = Duration.ofSeconds(1);
    private static final Duration ROUND = ONE_WAY.multipliedBy(2);
    private static final int ROUNDS = 300;

    /** Until writers have met and know of each other. */
    private static final int FIRST_ROUNDS = 20;

    private static final FaultPlan FAR =
            new FaultPlan(
                    Rates.NONE,
                    new Delays(ONE_WAY.multipliedBy(19).dividedBy(20), ONE_WAY, ONE_WAY),
                    Duration.ofMinutes(1));

    private static final ObjectKey KEY = new ObjectKey(new BucketId(new UUID(0, 1)), "key");

    private static final CommitSettings COOPERATIVE =
            new CommitSettings(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofMillis(20),
                    Duration.ofSeconds(20));
    private static final CommitSettings SIMPLE =
            COOPERATIVE.withStrategy(FirstRound.FAST, Contention.SIMPLE, new Queue(false, 1, 1));

    /** What each writer's puts took, in rounds. */
    private record Outcome(List<List<Double>> writers) {
        int puts() {
            return writers.stream().mapToInt(List::size).sum();
        }

        double perRound() {
            return puts() / (double) (ROUNDS - FIRST_ROUNDS);
        }

        int fewest() {
            return writers.stream().mapToInt(List::size).min().orElseThrow();
        }

        double percentile(double share) {
            List<Double> all = new ArrayList<>();
            writers.forEach(all::addAll);
            Collections.sort(all);
            return all.get((int) (share * (all.size() - 1)));
        }

        @Override
        public String toString() {
            return "%.2f a round, fewest %d of %s, p50 %.2f p90 %.2f p99 %.2f max %.2f"
                    .formatted(
                            perRound(),
                            fewest(),
                            writers.stream().map(List::size).toList(),
                            percentile(0.5),
                            percentile(0.9),
                            percentile(0.99),
                            percentile(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 2", "3, 3", "4, 2", "5, 2"})
    void writersOfDifferentGatewaysTakeTurns(int size, int writers) {
        Seeds.simulate(
                2,
                simulation -> {
                    Outcome outcome = new Fixture(simulation, size, COOPERATIVE).fight(writers);
                    assertThat(outcome.perRound()).as("%s", outcome).isGreaterThan(0.9);
                    assertThat(outcome.fewest() * writers)
                            .as("%s", outcome)
                            .isGreaterThan(outcome.puts() * 9 / 10);
                    assertThat(outcome.percentile(0.9))
                            .as("%s", outcome)
                            .isLessThan(writers + 0.25);
                    assertThat(outcome.percentile(0.99))
                            .as("%s", outcome)
                            .isLessThan(writers == 2 ? 2.5 : 2.0 * writers);
                });
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 1.6, 2.25", "3, 3, 1.6, 4"})
    void blindWritersNeedNoVersionForWhatOthersWroteOver(
            int size, int writers, double perRound, double slowest) {
        Seeds.simulate(
                2,
                simulation -> {
                    Outcome outcome =
                            new Fixture(simulation, size, COOPERATIVE).fight(writers, Blind::new);
                    assertThat(outcome.perRound()).as("%s", outcome).isGreaterThan(perRound);
                    assertThat(outcome.fewest() * writers)
                            .as("%s", outcome)
                            .isGreaterThan(outcome.puts() * 9 / 10);
                    assertThat(outcome.percentile(0.99)).as("%s", outcome).isLessThan(slowest);
                });
    }

    /** Is left out where any other record was chosen while it gave way. */
    private record Blind(Value value) implements Draft {
        @Override
        public Optional<Value> proposalAfter(Row row) {
            return Optional.of(value);
        }

        @Override
        public boolean isOvertaken(Passage passage) {
            return !passage.chosenMeanwhile().isEmpty();
        }
    }

    @Test
    void theSimpleStrategyLetsOneWriterWaitForTheOther() {
        Seeds.simulate(
                1,
                simulation -> {
                    Outcome outcome = new Fixture(simulation, 3, SIMPLE).fight(2);
                    assertThat(outcome.perRound()).as("%s", outcome).isLessThan(0.9);
                    assertThat(outcome.fewest()).as("%s", outcome).isLessThan(ROUNDS / 20);
                });
    }

    @Test
    void nobodyWaitsForLongForWhoComesNoMore() {
        Seeds.simulate(
                2,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 3, COOPERATIVE);
                    fixture.fight(2);
                    assertThat(fixture.fight(1).percentile(1)).isLessThan(3.25);
                });
    }

    private static final class Fixture {
        private final Simulation simulation;
        private final List<MetadataPath> gateways = new ArrayList<>();

        Fixture(Simulation simulation, int size, CommitSettings commit) {
            this.simulation = simulation;
            SimulatedCluster cluster =
                    new SimulatedCluster(
                            simulation,
                            Deployment.of(size),
                            Protocol.PRODUCTION,
                            RowLimits.DEFAULTS);
            cluster.stopFailures();
            var network = new Network(simulation.surroundings("network"), FAR);
            var settings =
                    new GatewaySettings(commit, RequestSettings.DEFAULTS, Duration.ofSeconds(5));
            for (DcName dc : cluster.names()) {
                Reach reach = Reach.over(network, network);
                gateways.add(cluster.gateway("gateway-" + dc, dc, reach, settings).metadata());
            }
        }

        /**
         * Lets so many put one key, each at a gateway of its own, as soon as its last put ended.
         */
        Outcome fight(int writers) {
            return fight(writers, Draft::of);
        }

        Outcome fight(int writers, Function<Value, Draft> draft) {
            Time time = simulation.scenario().time();
            Deadline begin = time.after(ROUND.multipliedBy(writers == 1 ? 0 : FIRST_ROUNDS));
            Deadline end = time.after(ROUND.multipliedBy(ROUNDS));
            List<List<Double>> took = new ArrayList<>();
            var ended = simulation.scenario().tasks().<Integer>inbox(writers);
            for (int writer = 0; writer < writers; writer++) {
                List<Double> own = new ArrayList<>();
                took.add(own);
                MetadataPath metadata = gateways.get(writer);
                int number = writer;
                simulation
                        .scenario()
                        .tasks()
                        .fork(
                                "writer-" + writer,
                                () -> {
                                    append(metadata, draft, begin, end, own);
                                    ended.put(number);
                                });
            }
            for (int writer = 0; writer < writers; writer++) {
                assertThat(ended.take(time.after(Duration.ofHours(1)))).isPresent();
            }
            return new Outcome(took);
        }

        private void append(
                MetadataPath metadata,
                Function<Value, Draft> draft,
                Deadline begin,
                Deadline end,
                List<Double> took) {
            Time time = simulation.scenario().time();
            RandomGenerator random = simulation.scenario().random();
            while (!end.hasPassed(time)) {
                long began = time.nanos();
                Deadline deadline = time.after(Duration.ofHours(1));
                Row start = metadata.reader().nearest(KEY, deadline).orElseThrow().row();
                Value value =
                        new Value(
                                1,
                                PutId.random(random),
                                start.fence(),
                                OpId.random(random),
                                new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
                assertThat(
                                metadata.committer()
                                        .append(KEY, draft.apply(value), start, null, deadline))
                        .isInstanceOfAny(
                                CommitResult.Committed.class, CommitResult.Withdrawn.class);
                if (begin.hasPassed(time)) {
                    took.add((time.nanos() - began) / (double) ROUND.toNanos());
                }
            }
        }
    }
}
