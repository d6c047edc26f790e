package io.giza.simulation.drill;

import io.giza.simulation.bucket.BucketScenario;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.consensus.ConsensusScenario;
import io.giza.simulation.consensus.RemovalScenario;
import io.giza.simulation.consensus.RemovalTest;
import io.giza.simulation.event.EventScenario;
import io.giza.simulation.lifecycle.LifecycleScenario;
import io.giza.simulation.lock.LockScenario;
import io.giza.simulation.object.HotKeyScenario;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.recovery.LostFragmentsScenario;
import io.giza.simulation.recovery.LostVisibleVersionScenario;
import io.giza.simulation.recovery.ReplacementScenario;
import io.giza.simulation.topology.LiveObjectsScenario;
import io.giza.simulation.topology.LiveTopologyScenario;
import io.giza.simulation.undecided.UndecidedScenario;
import io.giza.simulation.upload.RepeatedCompletionScenario;
import io.giza.simulation.upload.UploadScenario;
import io.giza.simulation.version.VersionScenario;
import io.giza.testkit.sim.Simulation;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The scenarios that mutants of a kind are run through, by the name that patches use. */
enum DrillScenarios {
    CONSENSUS(
            (simulation, mutant) -> ConsensusScenario.run(simulation, 3, mutant),
            (simulation, mutant) -> ConsensusScenario.run(simulation, 5, mutant)),
    UPLOADS(
            (simulation, mutant) -> {
                UploadScenario.run(simulation, 3, mutant);
                RepeatedCompletionScenario.run(simulation, mutant);
            }),
    REMOVAL(
            (simulation, mutant) -> {
                RemovalScenario.run(simulation, 3, mutant);
                RemovalTest.removedMeanwhile(simulation, mutant);
            }),
    OBJECTS((simulation, mutant) -> ObjectScenario.run(simulation, 3, mutant)),
    HOT_KEYS((simulation, mutant) -> HotKeyScenario.run(simulation, 3, mutant)),
    LATE_ATTEMPTS(
            (simulation, mutant) -> HotKeyScenario.runWithLateAttempts(simulation, 3, mutant)),
    BUCKETS(
            (simulation, mutant) -> BucketScenario.run(simulation, 3, mutant),
            (simulation, mutant) -> BucketScenario.run(simulation, 5, mutant)),
    VERSIONS((simulation, mutant) -> VersionScenario.run(simulation, 3, mutant)),
    LOCKS((simulation, mutant) -> LockScenario.run(simulation, 3, mutant)),
    EVENTS((simulation, mutant) -> EventScenario.run(simulation, 3, mutant)),
    LIFECYCLES((simulation, mutant) -> LifecycleScenario.run(simulation, 3, mutant)),
    TOPOLOGY(
            (simulation, mutant) -> LiveTopologyScenario.run(simulation, 3, mutant),
            (simulation, mutant) -> LiveTopologyScenario.run(simulation, 5, mutant)),
    LIVE_OBJECTS((simulation, mutant) -> LiveObjectsScenario.run(simulation, 3, mutant)),
    UNDECIDED((simulation, mutant) -> UndecidedScenario.run(simulation, 3, mutant)),
    /** A store is hardly ever lost just when it matters, so that is made to happen as well. */
    FRAGMENTS(DrillScenarios::replaceFragments);

    private final List<BiConsumer<Simulation, Protocol>> scenarios;

    DrillScenarios(BiConsumer<Simulation, Protocol> scenario) {
        this.scenarios = List.of(scenario);
    }

    DrillScenarios(BiConsumer<Simulation, Protocol> one, BiConsumer<Simulation, Protocol> other) {
        this.scenarios = List.of(one, other);
    }

    List<BiConsumer<Simulation, Protocol>> scenarios() {
        return scenarios;
    }

    /** Some seed must make one of them fail. */
    void catches(String name, Map<String, Protocol> mutants) {
        MutationDrill.run(name, mutants, scenarios);
    }

    private static void replaceFragments(Simulation simulation, Protocol mutant) {
        switch ((int) (simulation.seed() % 7)) {
            case 0 -> ReplacementScenario.run(simulation, 3, mutant);
            case 1 -> LostFragmentsScenario.readFailsRatherThanReturnsOlder(simulation, mutant);
            case 2 -> LostFragmentsScenario.oldPoisonIsRefused(simulation, mutant);
            case 3 ->
                    LostVisibleVersionScenario.fragmentReadIsFollowedByRowRead(simulation, mutant);
            case 4 -> LostVisibleVersionScenario.visibleVersionIsNotAbandoned(simulation, mutant);
            case 5 ->
                    LostVisibleVersionScenario.recoveryPoisonIsNotARebuiltFragment(
                            simulation, mutant);
            default -> LostFragmentsScenario.oldDataIsRefused(simulation, mutant);
        }
    }
}
