package io.giza.simulation.drill;

import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.consensus.ConsensusScenario;
import io.giza.simulation.gc.GarbageScenario;
import io.giza.simulation.listing.ListingScenario;
import io.giza.simulation.membership.JoinScenario;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.object.RestoredFragmentDiskScenario;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.version.VersioningScenario;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Is the simulation worth anything? Each rule of the protocol is broken on purpose, and the
 * simulation must notice within 1,000 seeds, of which the one that noticed before is tried first
 * ({@link KnownSeeds}). The seed that notices is printed; {@code -Dgiza.seed=} repeats it. Rules
 * that decide from arguments are methods that a mutant overrides. Others are lines, which a patch
 * below {@code src/test/resources/drill} changes: what it names is compiled again and loaded in
 * front of the class path.
 *
 * <p>Not drilled, because it would not be wrong: plurality among fast votes alone (with these
 * quorums a forced value has the plurality), an acceptor without the fence (a proposer that knows
 * the version before an instance knows the fence too, and withdraws first; what it read of a row
 * that was removed since is refused for its generation), and an acceptor that gives up a row that
 * does not end in DROP when it is told to (it is told so only once DROP is chosen).
 */
class MutationDrillTest {
    /** Some mistakes need more than three data centers to matter, some need exactly three. */
    private static final List<BiConsumer<Simulation, Protocol>> CONTENDERS =
            List.of(
                    (simulation, mutant) -> ConsensusScenario.run(simulation, 3, mutant),
                    (simulation, mutant) -> ConsensusScenario.run(simulation, 4, mutant),
                    (simulation, mutant) -> ConsensusScenario.run(simulation, 5, mutant));

    static Set<String> consensusMutants() {
        return ConsensusMutants.all().keySet();
    }

    static Set<String> joinMutants() {
        return JoinMutants.all().keySet();
    }

    static Set<String> spillMutants() {
        return SpillMutants.all().keySet();
    }

    static Set<String> objectMutants() {
        return ObjectMutants.ofObjects().keySet();
    }

    static Set<String> bucketMutants() {
        return BucketMutants.all().keySet();
    }

    static Set<String> versionMutants() {
        return VersionMutants.all().keySet();
    }

    static Set<String> removalMutants() {
        return RemovalMutants.all().keySet();
    }

    static Set<String> fragmentMutants() {
        return FragmentMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("fragmentMutants")
    void brokenRuleOfReplacedFragmentsIsCaught(String name) {
        DrillScenarios.FRAGMENTS.catches(name, FragmentMutants.all());
    }

    @ParameterizedTest
    @MethodSource("removalMutants")
    void brokenRuleOfRemovalIsCaught(String name) {
        DrillScenarios.REMOVAL.catches(name, RemovalMutants.all());
    }

    @ParameterizedTest
    @MethodSource("consensusMutants")
    void brokenRuleOfConsensusIsCaught(String name) {
        MutationDrill.run(name, ConsensusMutants.all(), CONTENDERS);
    }

    @ParameterizedTest
    @MethodSource("joinMutants")
    void brokenRuleOfJoiningIsCaught(String name) {
        MutationDrill.run(
                name,
                JoinMutants.all(),
                (simulation, mutant) ->
                        JoinScenario.run(simulation, 3 + (int) (simulation.seed() % 3), mutant));
    }

    @ParameterizedTest
    @MethodSource("spillMutants")
    void brokenRuleOfLongRowsIsCaught(String name) {
        MutationDrill.run(name, SpillMutants.all(), CONTENDERS);
    }

    @ParameterizedTest
    @MethodSource("objectMutants")
    void brokenRuleOfObjectsIsCaught(String name) {
        DrillScenarios.OBJECTS.catches(name, ObjectMutants.ofObjects());
    }

    @Test
    void fragmentsInOtherPlacesThanTheRecordSaysAreCaught() {
        ObjectMutants.ofSpares()
                .keySet()
                .forEach(
                        name ->
                                MutationDrill.run(
                                        name,
                                        ObjectMutants.ofSpares(),
                                        (simulation, mutant) ->
                                                ObjectScenario.run(
                                                        simulation,
                                                        Deployment.spare("rs(2,1)", 5),
                                                        mutant)));
    }

    static Set<String> listingMutants() {
        return ListingMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("listingMutants")
    void brokenRuleOfListingsIsCaught(String name) {
        MutationDrill.run(
                name,
                ListingMutants.all(),
                (simulation, mutant) -> ListingScenario.run(simulation, 3, mutant));
    }

    @ParameterizedTest
    @MethodSource("bucketMutants")
    void brokenRuleOfBucketsIsCaught(String name) {
        DrillScenarios.BUCKETS.catches(name, BucketMutants.all());
    }

    static Set<String> diskMutants() {
        return DiskMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("diskMutants")
    void brokenRuleOfDisksIsCaught(String name) {
        MutationDrill.run(
                name,
                DiskMutants.all(),
                (simulation, mutant) -> ConsensusScenario.runOnDisks(simulation, 3, mutant));
    }

    static Set<String> fragmentDiskMutants() {
        return DiskMutants.ofFragments().keySet();
    }

    @ParameterizedTest
    @MethodSource("fragmentDiskMutants")
    void brokenRuleOfDisksOfFragmentsIsCaught(String name) {
        MutationDrill.run(
                name,
                DiskMutants.ofFragments(),
                (simulation, mutant) -> ObjectScenario.runOnDisks(simulation, 3, mutant));
    }

    static Set<String> olderFragmentsMutants() {
        return DiskMutants.ofOlderFragments().keySet();
    }

    @ParameterizedTest
    @MethodSource("olderFragmentsMutants")
    void brokenRuleOfOlderFragmentsIsCaught(String name) {
        MutationDrill.run(
                name, DiskMutants.ofOlderFragments(), RestoredFragmentDiskScenario::areNotServed);
    }

    static Set<String> uploadMutants() {
        return UploadMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("uploadMutants")
    void brokenRuleOfUploadsIsCaught(String name) {
        DrillScenarios.UPLOADS.catches(name, UploadMutants.all());
    }

    static Set<String> lockMutants() {
        return LockMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("lockMutants")
    void brokenRuleOfLocksIsCaught(String name) {
        DrillScenarios.LOCKS.catches(name, LockMutants.all());
    }

    static Set<String> lifecycleMutants() {
        return LifecycleMutants.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("lifecycleMutants")
    void brokenRuleOfLifecyclesIsCaught(String name) {
        DrillScenarios.LIFECYCLES.catches(name, LifecycleMutants.all());
    }

    @ParameterizedTest
    @MethodSource("versionMutants")
    void brokenRuleOfVersionsIsCaught(String name) {
        DrillScenarios.VERSIONS.catches(name, VersionMutants.all());
    }

    static Set<String> versioningMutants() {
        return VersionMutants.ofVersioning().keySet();
    }

    @ParameterizedTest
    @MethodSource("versioningMutants")
    void brokenRuleOfVersioningIsCaught(String name) {
        MutationDrill.run(
                name,
                VersionMutants.ofVersioning(),
                (simulation, mutant) -> VersioningScenario.run(simulation, 3, mutant));
    }

    @Test
    void fragmentsThatAreCountedInsteadOfDecodedAreCaught() {
        VersionMutants.ofLocalGroups()
                .keySet()
                .forEach(
                        name ->
                                MutationDrill.run(
                                        name,
                                        VersionMutants.ofLocalGroups(),
                                        (simulation, mutant) ->
                                                VersionScenario.run(
                                                        simulation,
                                                        Deployment.local("lrc(4,2,1)"),
                                                        mutant)));
    }

    @Test
    void poisonThatARepairTakesForDataIsCaught() {
        MutationDrill.run(
                FragmentMutants.POISON_FOR_DATA,
                FragmentMutants.all(),
                (simulation, mutant) -> GarbageScenario.run(simulation, 3, mutant));
    }

    static List<SourcePatch> patches() throws IOException {
        return SourcePatch.in(Path.of("src/test/resources/drill"));
    }

    /** Rules that decide nothing are broken where they stand, in the sources. */
    @ParameterizedTest
    @MethodSource("patches")
    void brokenLineIsCaught(SourcePatch patch, @TempDir Path scratch) throws Exception {
        ClassLoader patched = PatchedClasses.of(patch, Path.of(".."), scratch);
        Method drill =
                patched.loadClass(MutationDrill.class.getName())
                        .getDeclaredMethod("runPatched", String.class, String.class);
        drill.setAccessible(true);
        try {
            drill.invoke(null, patch.mutant(), patch.scenario());
        } catch (InvocationTargetException e) {
            throw new AssertionError(patch.mutant(), e.getCause());
        }
    }
}
