package io.giza.simulation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.sweep.ClockCheck;
import io.giza.gc.sweep.LifecycleAction;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.LifecycleCodec;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** A lifecycle that is changed while a sweep executes it. */
class ChangedLifecycleTest {
    private static final int OBJECTS = 30;
    private static final Instant PAST = Instant.parse("2025-12-01T00:00:00Z");

    @Test
    void aRuleThatWasDisabledEndsNothingAfterSeconds() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, PAST);
                    LifecycleSweep sweep =
                            new LifecycleSweep(
                                    fixture.gateway.versions(),
                                    new ClockCheck(fixture.gateway.versions(), _ -> {}),
                                    fixture,
                                    new Pacer(simulation.scenario().time(), 1),
                                    _ -> {});
                    boolean _ = sweep.sweep("bucket", fixture.bucket, fixture.home, () -> true);
                    assertThat(fixture.objects).isBetween(3, 8);
                });
    }

    @Test
    void aWorkerWhoseClockIsYearsAheadExpiresNothing() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture =
                            new Fixture(simulation, Instant.parse("2030-01-01T00:00:00Z"));
                    simulation.wallClockError("gateway", Duration.ofDays(4000));
                    LifecycleSweep sweep =
                            new LifecycleSweep(
                                    fixture.gateway.versions(),
                                    new ClockCheck(fixture.gateway.versions(), _ -> {}),
                                    fixture,
                                    new Pacer(simulation.scenario().time(), 1),
                                    _ -> {});
                    assertThat(sweep.sweep("bucket", fixture.bucket, fixture.home, () -> true))
                            .isFalse();
                    assertThat(fixture.objects).isZero();
                });
    }

    @Test
    void nobodyIsAskedForTheTimeOfABucketWithoutALifecycle() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, PAST);
                    CreateResult created =
                            fixture.gateway.create(fixture.cluster.account(), "plain");
                    BucketId plain = ((CreateResult.Created) created).bucket().id();
                    simulation.wallClockError("gateway", Duration.ofDays(4000));
                    LifecycleSweep sweep =
                            new LifecycleSweep(
                                    fixture.gateway.versions(),
                                    new ClockCheck(fixture.gateway.versions(), _ -> {}),
                                    fixture,
                                    new Pacer(simulation.scenario().time(), 1),
                                    _ -> {});
                    assertThat(sweep.sweep("plain", plain, fixture.home, () -> true)).isTrue();
                });
    }

    /** Takes a second for each object, and disables the rule at the third. */
    private static final class Fixture implements LifecycleAction {
        private final Simulation simulation;
        private final Instant due;
        private final SimulatedCluster cluster;
        private final DcName home;
        private final Gateway gateway;
        private final BucketId bucket;
        private int objects;

        Fixture(Simulation simulation, Instant due) throws IOException {
            this.simulation = simulation;
            this.due = due;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network calm = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.home = cluster.names().getFirst();
            this.gateway =
                    cluster.gateway(
                            "gateway", home, Reach.over(calm, calm), GatewaySettings.DEFAULT);
            CreateResult created = gateway.create(cluster.account(), "bucket");
            this.bucket = ((CreateResult.Created) created).bucket().id();
            for (int i = 0; i < OBJECTS; i++) {
                OpId op = OpId.random(simulation.scenario().random());
                Target target = new Target(cluster.account(), "bucket", "key-" + i, op);
                PutRequest put =
                        new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
                assertThat(gateway.objects().put(put, new TextBody("kept", 10)))
                        .isInstanceOf(PutResult.Stored.class);
            }
            configure(true);
            simulation.scenario().time().sleep(Duration.ofMinutes(1));
        }

        private void configure(boolean enabled) {
            LifecycleRule rule =
                    new LifecycleRule(
                            "all",
                            enabled,
                            LifecycleFilter.of(""),
                            new LifecycleActions(new OnDate(due), null, 0));
            RandomGenerator random = simulation.scenario().random();
            ObjectKey key = ObjectKey.ofConfiguration(bucket, LifecycleSweep.DOCUMENT);
            Value value =
                    new Value(
                            LifecycleCodec.FORMAT,
                            PutId.random(random),
                            0,
                            OpId.random(random),
                            new Command.Put(
                                    Mode.UNVERSIONED,
                                    LifecycleCodec.encode(
                                            new LifecycleConfiguration(List.of(rule)))));
            assertThat(
                            gateway.metadata()
                                    .committer()
                                    .append(
                                            key,
                                            Draft.of(value),
                                            Row.ABSENT,
                                            null,
                                            simulation
                                                    .scenario()
                                                    .time()
                                                    .after(Duration.ofMinutes(1))))
                    .isInstanceOf(CommitResult.Committed.class);
        }

        @Override
        public Outcome handleObject(
                BucketLifecycle subject, ObjectKey key, BooleanSupplier mayContinue) {
            if (++objects == 3) {
                configure(false);
            }
            simulation.scenario().time().sleep(Duration.ofSeconds(1));
            return Outcome.EXPIRED;
        }

        @Override
        public Outcome handleUpload(BucketLifecycle subject, ObjectKey key) {
            throw new AssertionError("there is no upload: " + key);
        }
    }
}
