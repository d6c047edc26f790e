package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.CommitSettings.Queue;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.cluster.RequestSettings.RecordOrder;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.consensus.ConsensusScenario;
import io.giza.simulation.consensus.ConsensusScenario.Workload;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.TreeMap;

/**
 * Whatever a gateway does about contention is a matter of speed: every strategy, with the queue and
 * without, and the paper's variants, agree and tell their clients the truth.
 */
class ContentionSimulationTest {
    private static final Queue NONE = new Queue(false, 1, 1);
    private static final Queue NARROW = new Queue(true, 1, 2);

    /** The ways of proposing that can be configured. */
    enum Variant {
        QUEUE(FirstRound.FAST, Contention.COOPERATIVE, Queue.DEFAULTS),
        NARROW_QUEUE(FirstRound.FAST, Contention.COOPERATIVE, NARROW),
        NO_QUEUE(FirstRound.FAST, Contention.COOPERATIVE, NONE),
        SIMPLE(FirstRound.FAST, Contention.SIMPLE, NONE),
        CLASSIC_ONLY(FirstRound.CLASSIC, Contention.COOPERATIVE, Queue.DEFAULTS),
        SIMPLE_CLASSIC_ONLY(FirstRound.CLASSIC, Contention.SIMPLE, NONE);

        final CommitSettings settings;

        Variant(FirstRound first, Contention contention, Queue queue) {
            settings = CommitSettings.DEFAULTS.withStrategy(first, contention, queue);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyWayOfProposingAgrees(Variant variant) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                50,
                simulation ->
                        ConsensusScenario.run(
                                        simulation,
                                        3 + (int) (simulation.seed() % 3),
                                        Protocol.PRODUCTION,
                                        new Workload(variant.settings, 3))
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends).containsKeys("CLASSIC", "unknown", "read");
            assertThat(ends.containsKey("FAST"))
                    .isEqualTo(variant.settings.firstRound() == FirstRound.FAST);
            assertThat(ends.containsKey("CONFIRM"))
                    .isEqualTo(
                            variant.settings.firstRound() == FirstRound.FAST
                                    && variant.settings.contention() == Contention.COOPERATIVE);
            if (variant == Variant.NARROW_QUEUE) {
                assertThat(ends).containsKey("unavailable");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void aHotKeyIsLinearizableThoughPutsAreLeftOut(int size) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                50,
                simulation ->
                        HotKeyScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends).containsKeys("put Stored", "put overwritten", "get Found");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void lateFirstAttemptsChangeNothingOfAHotKey(int size) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                50,
                simulation ->
                        HotKeyScenario.runWithLateAttempts(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends).containsKeys("put Stored", "late put OutcomeUnknown");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"QUEUE", "SIMPLE", "SIMPLE_CLASSIC_ONLY"})
    void objectsAreLinearizableWhenDataComesBeforeMetadata(Variant variant) {
        GatewaySettings patience =
                new GatewaySettings(
                        variant.settings,
                        RequestSettings.DEFAULTS.with(RecordOrder.SERIAL),
                        GatewaySettings.DEFAULT.suspicion());
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                30,
                simulation ->
                        ObjectScenario.run(simulation, 3, Protocol.PRODUCTION, patience)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends).containsKeys("put Stored", "put OutcomeUnknown", "get Found");
        }
    }
}
