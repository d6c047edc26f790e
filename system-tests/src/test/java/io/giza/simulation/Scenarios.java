package io.giza.simulation;

import io.giza.simulation.bucket.BucketScenario;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.consensus.ConsensusScenario;
import io.giza.simulation.consensus.RemovalScenario;
import io.giza.simulation.gc.GarbageScenario;
import io.giza.simulation.lifecycle.LifecycleScenario;
import io.giza.simulation.listing.ListingScenario;
import io.giza.simulation.lock.LockScenario;
import io.giza.simulation.membership.JoinScenario;
import io.giza.simulation.object.HotKeyScenario;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.recovery.ReplacementScenario;
import io.giza.simulation.topology.LiveObjectsScenario;
import io.giza.simulation.topology.LiveTopologyScenario;
import io.giza.simulation.undecided.UndecidedScenario;
import io.giza.simulation.upload.UploadScenario;
import io.giza.simulation.version.VersionScenario;
import io.giza.simulation.version.VersioningScenario;
import io.giza.testkit.sim.Simulation;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The scenarios of the production classes by name, for long runs. */
public final class Scenarios {
    private static final List<Scenario> ALL =
            Stream.of(
                            of("consensus", ConsensusScenario::run, 3, 4, 5),
                            of("objects", ObjectScenario::run, 3, 4, 5),
                            of("hot-keys", HotKeyScenario::run, 3, 4, 5),
                            of("late-attempts", HotKeyScenario::runWithLateAttempts, 3, 4, 5),
                            of("buckets", BucketScenario::run, 3, 5),
                            of("removal", RemovalScenario::run, 3, 4, 5),
                            of("joining", JoinScenario::run, 3, 4, 5),
                            of("live-topology", LiveTopologyScenario::run, 3, 5),
                            of("live-objects", LiveObjectsScenario::run, 3, 5),
                            of("versions", VersionScenario::run, 3, 5),
                            of("versioning", VersioningScenario::run, 3, 5),
                            of("replacement", ReplacementScenario::run, 3, 5),
                            of("listings", ListingScenario::run, 3, 5),
                            of("uploads", UploadScenario::run, 3, 5),
                            of("garbage", GarbageScenario::run, 3, 5),
                            of("undecided", UndecidedScenario::run, 3, 4, 5),
                            of("lifecycle", LifecycleScenario::run, 3, 5),
                            of("locks", LockScenario::run, 3, 5),
                            spare("objects", ObjectScenario::run, "rs(2,1)", 5),
                            local("objects", ObjectScenario::run, "lrc(4,2,1)", "lrc(6,2,2)"),
                            local("versions", VersionScenario::run, "lrc(4,2,1)"),
                            of("disks", ConsensusScenario::runOnDisks, 3, 4, 5),
                            of("disks-objects", ObjectScenario::runOnDisks, 3, 5))
                    .flatMap(List::stream)
                    .toList();

    private Scenarios() {}

    /**
     * A scenario for one number of data centers.
     *
     * @param name such as {@code objects-3}
     * @param run runs it and returns how often operations ended how
     */
    public record Scenario(String name, Run run) {}

    /** Runs a scenario. */
    @FunctionalInterface
    public interface Run {
        /** Returns how often operations ended how; throws if anything was wrong. */
        Map<String, Integer> in(Simulation simulation);
    }

    /** Returns all scenarios, always in the same order. */
    public static List<Scenario> all() {
        return ALL;
    }

    private interface Sized {
        Map<String, Integer> run(Simulation simulation, int size, Protocol protocol);
    }

    private interface Deployed {
        Map<String, Integer> run(Simulation simulation, Deployment deployment, Protocol protocol);
    }

    private static List<Scenario> spare(
            String name, Deployed deployed, String coding, int dataCenters) {
        Deployment deployment = Deployment.spare(coding, dataCenters);
        return List.of(
                new Scenario(
                        name + "-spare-" + dataCenters,
                        simulation -> deployed.run(simulation, deployment, Protocol.PRODUCTION)));
    }

    private static List<Scenario> local(String name, Deployed deployed, String... codings) {
        return Stream.of(codings)
                .map(
                        coding ->
                                new Scenario(
                                        name + "-lrc-" + Deployment.local(coding).names().size(),
                                        simulation ->
                                                deployed.run(
                                                        simulation,
                                                        Deployment.local(coding),
                                                        Protocol.PRODUCTION)))
                .toList();
    }

    private static List<Scenario> of(String name, Sized sized, Integer... sizes) {
        return Stream.of(sizes)
                .map(
                        size ->
                                new Scenario(
                                        name + "-" + size,
                                        simulation ->
                                                sized.run(simulation, size, Protocol.PRODUCTION)))
                .toList();
    }
}
