package io.giza.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.concurrent.VirtualThreads;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fault.FaultPlan.Rates;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

class FaultyLinkTest {
    private static final DcName HERE = Samples.dc(1);
    private static final DcName THERE = Samples.dc(2);
    private static final Duration HOUR = Duration.ofHours(1);

    /** How a call ended, and how often it ran at the replica by then and in the end. */
    private record Seen(String end, int ranByThen, int ranInTheEnd) {}

    @Test
    void calmNetworkAnswersEveryCallAfterOneExecution() {
        assertThat(seen(Rates.NONE)).containsExactly(new Seen("answer", 1, 1));
    }

    @Test
    void droppedRequestIsNeverExecuted() {
        assertThat(seen(new Rates(1, 0, 0, 0, 0)))
                .containsExactlyInAnyOrder(
                        new Seen("TimedOut", 0, 0), new Seen("Unreachable", 0, 0));
    }

    @Test
    void droppedReplyHidesAnExecution() {
        assertThat(seen(new Rates(0, 1, 0, 0, 0)))
                .containsExactlyInAnyOrder(
                        new Seen("TimedOut", 1, 1), new Seen("Unreachable", 1, 1));
    }

    @Test
    void duplicateIsExecutedTwiceAndPartlyAfterTheAnswer() {
        assertThat(seen(new Rates(0, 0, 1, 0, 0)))
                .containsExactlyInAnyOrder(new Seen("answer", 1, 2), new Seen("answer", 2, 2));
    }

    @Test
    void lateRequestIsExecutedAfterItsCallerGaveUp() {
        assertThat(seen(new Rates(0, 0, 0, 1, 0))).containsExactly(new Seen("TimedOut", 0, 1));
    }

    @Test
    void throttledRequestIsNotExecuted() {
        assertThat(seen(new Rates(0, 0, 0, 0, 1))).containsExactly(new Seen("Throttled", 0, 0));
    }

    @Test
    void mixedFaultsShowEveryEnd() {
        assertThat(seen(new Rates(0.2, 0.2, 0.3, 0.2, 0.2)).stream().map(Seen::end).distinct())
                .containsExactlyInAnyOrder("answer", "TimedOut", "Unreachable", "Throttled");
    }

    @Test
    void exceptionOfTheReplicaReachesTheCaller() {
        Simulation.run(
                1,
                simulation ->
                        assertThatThrownBy(
                                        () ->
                                                network(simulation, Rates.NONE)
                                                        .link(HERE, THERE)
                                                        .call("ask", FaultyLinkTest::refuse))
                                .isInstanceOf(ReplicaException.Refused.class));
    }

    @Test
    void cutStopsOneDirectionUntilItIsHealed() {
        Seeds.simulate(
                50,
                simulation -> {
                    Network network = network(simulation, Rates.NONE);
                    int[] ran = new int[1];
                    network.cut(HERE, THERE);
                    assertThat(end(network.link(HERE, THERE), ran)).isNotEqualTo("answer");
                    assertThat(ran[0]).as("seed %d", simulation.seed()).isZero();
                    network.heal();
                    network.cut(THERE, HERE);
                    assertThat(end(network.link(HERE, THERE), ran)).isNotEqualTo("answer");
                    assertThat(ran[0]).as("seed %d", simulation.seed()).isEqualTo(1);
                    network.heal();
                    assertThat(end(network.link(HERE, THERE), ran)).isEqualTo("answer");
                });
    }

    @Test
    void isolatedDataCenterStillReachesItself() {
        Simulation.run(
                1,
                simulation -> {
                    Network network = network(simulation, Rates.NONE);
                    network.isolate(HERE, List.of(HERE, THERE));
                    int[] ran = new int[1];
                    assertThat(end(network.link(HERE, HERE), ran)).isEqualTo("answer");
                    network.takeDown(HERE, List.of(HERE, THERE));
                    assertThat(end(network.link(HERE, HERE), ran)).isNotEqualTo("answer");
                });
    }

    @Test
    void requestInFlightSurvivesTheCrashOfItsSender() {
        Seeds.simulate(
                50,
                simulation -> {
                    Network network = network(simulation, Rates.NONE);
                    int[] ran = new int[1];
                    Surroundings gateway = simulation.surroundings("gateway");
                    gateway.tasks().fork("put", () -> end(network.link(HERE, THERE), ran));
                    while (simulation.liveTaskCount("network") == 0) {
                        simulation.yieldPoint();
                    }
                    simulation.crash("gateway");
                    simulation.join("network");
                    assertThat(ran[0]).as("seed %d", simulation.seed()).isEqualTo(1);
                });
    }

    @Test
    void callBetweenDataCentersCountsAsARoundTripAndALocalOneDoesNot() {
        Simulation.run(
                1,
                simulation -> {
                    Network network = network(simulation, Rates.NONE);
                    int[] ran = new int[1];
                    Trace trace = new Trace();
                    trace.record(() -> end(network.link(HERE, HERE), ran));
                    assertThat(trace.roundTrips()).isZero();
                    trace.record(() -> end(network.link(HERE, THERE), ran));
                    trace.record(() -> end(network.link(HERE, THERE), ran));
                    assertThat(trace.roundTrips()).isEqualTo(2);
                });
    }

    @Test
    void nemesisLeavesTheNetworkWhole() {
        Seeds.simulate(
                50,
                simulation -> {
                    Network network = network(simulation, Rates.NONE);
                    List<DcName> dcs = Samples.dataCenters(5);
                    Surroundings nemesis = simulation.surroundings("nemesis");
                    Nemesis.start(network, dcs, nemesis, Duration.ofSeconds(5));
                    simulation.join("nemesis");
                    for (DcName from : dcs) {
                        for (DcName to : dcs) {
                            assertThat(network.isCut(from, to))
                                    .as("seed %d", simulation.seed())
                                    .isFalse();
                        }
                    }
                });
    }

    @Test
    void drawnPlansAreAllowedAndDiffer() {
        Set<FaultPlan> plans = new HashSet<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            plans.add(FaultPlan.draw(random));
        }
        assertThat(plans).hasSizeGreaterThan(50);
    }

    @Test
    void linkWorksOnRealThreadsToo() throws ReplicaException {
        VirtualThreads threads = new VirtualThreads();
        Network network =
                new Network(
                        new Surroundings(threads, threads, new SplittableRandom(1)),
                        new FaultPlan(Rates.NONE, FaultPlan.CALM.delays(), Duration.ofMinutes(1)));
        assertThat(network.link(HERE, THERE).<Integer>call("ask", () -> 7)).isEqualTo(7);
    }

    private static Set<Seen> seen(Rates rates) {
        Set<Seen> seen = new HashSet<>();
        Seeds.simulate(
                100,
                simulation -> {
                    int[] ran = new int[1];
                    String end = end(network(simulation, rates).link(HERE, THERE), ran);
                    int ranByThen = ran[0];
                    simulation.scenario().time().sleep(HOUR);
                    seen.add(new Seen(end, ranByThen, ran[0]));
                });
        return seen;
    }

    private static Network network(Simulation simulation, Rates rates) {
        return new Network(simulation.surroundings("network"), FaultPlan.CALM.withRates(rates));
    }

    private static String refuse() throws ReplicaException {
        throw new ReplicaException.Refused(THERE, "no", new IllegalArgumentException());
    }

    private static String end(FaultyLink link, int[] ran) {
        try {
            return link.call(
                    "ask",
                    () -> {
                        ran[0]++;
                        return "answer";
                    });
        } catch (ReplicaException e) {
            return e.getClass().getSimpleName();
        }
    }
}
