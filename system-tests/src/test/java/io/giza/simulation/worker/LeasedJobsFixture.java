package io.giza.simulation.worker;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Job;
import io.giza.worker.LeasedJobRunner;
import io.giza.worker.Leases;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** A job, and workers of several data centers that may do it. */
abstract class LeasedJobsFixture {
    static final Duration INTERVAL = Duration.ofMinutes(10);
    static final Duration TERM = Duration.ofMinutes(2);

    /** Who did the job, one entry for each run. */
    final List<String> runs = new ArrayList<>();

    /** Whether the job fails. */
    boolean fails;

    /**
     * Runs seeds with a cluster whose tables do not fail, and with a job that does not, at first.
     */
    final void simulate(int seeds, BiConsumer<Simulation, SimulatedCluster> test) {
        Seeds.simulate(
                seeds,
                simulation -> {
                    runs.clear();
                    fails = false;
                    SimulatedCluster cluster =
                            new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
                    cluster.stopFailures();
                    test.accept(simulation, cluster);
                });
    }

    final LeasedJobRunner start(
            Simulation simulation, SimulatedCluster cluster, String name, int number) {
        return start(simulation, cluster, name, number, own -> job(name, own));
    }

    static LeasedJobRunner start(
            Simulation simulation,
            SimulatedCluster cluster,
            String name,
            int number,
            Function<Surroundings, Job> job) {
        Network calm = new Network(simulation.surroundings(name + "-network"), FaultPlan.CALM);
        return start(cluster, new Worker(name, number, calm), job);
    }

    /** A worker in a data center, and what it reaches the others over. */
    record Worker(String name, int number, Network network) {}

    static LeasedJobRunner start(
            SimulatedCluster cluster, Worker worker, Function<Surroundings, Job> job) {
        String name = worker.name();
        Gateway gateway =
                cluster.gateway(
                        name,
                        cluster.names().get(worker.number()),
                        Reach.over(worker.network(), worker.network()),
                        GatewaySettings.DEFAULT);
        Leases leases =
                new Leases(
                        gateway.metadata(),
                        new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                        name,
                        TERM,
                        Duration.ofSeconds(10));
        LeasedJobRunner runner =
                new LeasedJobRunner(
                        job.apply(gateway.surroundings()),
                        leases,
                        new LeasedJobRunner.Plan(INTERVAL, TERM, false),
                        gateway.surroundings());
        gateway.surroundings().tasks().fork("shift", runner::run);
        return runner;
    }

    final Job job(String worker, Surroundings surroundings) {
        return new Job() {
            @Override
            public String name() {
                return "work";
            }

            @Override
            public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
                runs.add(worker);
                surroundings.time().sleep(Duration.ofSeconds(5));
                if (fails) {
                    throw new ReplicaException.Unreachable(
                            new DcName("dc1"), new IOException("down"));
                }
                return mayContinue.getAsBoolean();
            }
        };
    }

    static void stop(Simulation simulation, LeasedJobRunner runner, String name) {
        runner.stop();
        simulation.join(name);
    }

    static void pass(Simulation simulation, Duration duration) {
        simulation.scenario().time().sleep(duration);
    }
}
