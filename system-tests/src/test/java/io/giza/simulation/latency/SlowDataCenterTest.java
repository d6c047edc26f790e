package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.object.ObjectScenario;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** Gets through a gateway while a data center answers, but late, in simulated time. */
class SlowDataCenterTest {
    /** Less than a read waits for a store that stands still. */
    private static final Duration SLOW = Duration.ofSeconds(12);

    private static final Duration HEDGE = Duration.ofSeconds(2);

    /** What the steps of a get may take in simulated time. */
    private static final Duration STEPS = Duration.ofSeconds(1);

    @Test
    void aGetAsksAnotherWhenADataCenterIsLateAndAvoidsItThen() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, HEDGE);
                    assertThat(fixture.getIn(fixture.account)).isBetween(HEDGE, HEDGE.plus(STEPS));
                    assertThat(fixture.getIn(fixture.account)).isLessThan(STEPS);
                    assertThat(fixture.reads).isEqualTo(1);
                });
    }

    /** Shows that the other test would notice if nobody hedged. */
    @Test
    void aGetThatTakesNothingForLateWaits() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, Duration.ofHours(1));
                    assertThat(fixture.getIn(fixture.account)).isGreaterThanOrEqualTo(SLOW);
                });
    }

    @Test
    void anAccountThatBindsLateDoesNotEvenWaitUntilItIsLate() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, HEDGE);
                    assertThat(fixture.getIn(fixture.account.withLateBinding(1))).isLessThan(STEPS);
                    assertThat(fixture.reads).isEqualTo(1);
                });
    }

    /** An object of two data fragments and a parity, and a gateway in the first data center. */
    private static final class Fixture implements Reach {
        private final Simulation simulation;
        private final Time time;
        private final Gateway gateway;
        private final TextBody body = new TextBody("first", 1000);
        final Account account;
        private final DcName home;

        /** The first besides home that is asked, once the object is there. */
        private @Nullable DcName slow;

        private boolean isStored;
        int reads;

        Fixture(Simulation simulation, Duration hedge) throws IOException {
            this.simulation = simulation;
            this.time = simulation.scenario().time();
            SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.account = cluster.account();
            RequestSettings defaults = RequestSettings.DEFAULTS;
            RequestSettings settings =
                    new RequestSettings(
                            defaults.commit(),
                            defaults.upload(),
                            defaults.read(),
                            defaults.resolve(),
                            defaults.poll(),
                            defaults.grace(),
                            defaults.stall(),
                            hedge,
                            defaults.confirmAfter(),
                            defaults.bucketFreshness(),
                            RequestSettings.RecordOrder.PARALLEL,
                            RequestSettings.DEFAULTS.stripes());
            GatewaySettings patience =
                    new GatewaySettings(CommitSettings.DEFAULTS, settings, Duration.ofSeconds(2));
            this.home = cluster.names().getFirst();
            this.gateway = cluster.gateway("gateway", home, this, patience);
            assertThat(gateway.create(account, ObjectScenario.BUCKET))
                    .isInstanceOf(CreateResult.Created.class);
            PutRequest put =
                    new PutRequest(target(account), new WriteCondition.None(), Map.of(), Map.of());
            assertThat(gateway.objects().put(put, body)).isInstanceOf(PutResult.Stored.class);
            time.sleep(Duration.ofMinutes(1));
            isStored = true;
        }

        Duration getIn(Account policy) throws IOException {
            long start = time.nanos();
            GetResult result = gateway.objects().get(new GetRequest(target(policy), true));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            assertThat(result).isInstanceOf(GetResult.Found.class);
            try (var object = ((GetResult.Found) result).object()) {
                object.writeTo(ByteTarget.of(bytes), 0, object.manifest().size());
            }
            assertThat(bytes.toByteArray()).isEqualTo(body.bytes());
            return Duration.ofNanos(time.nanos() - start);
        }

        private Target target(Account policy) {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(policy, ObjectScenario.BUCKET, "key", op);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return new FragmentStore() {
                @Override
                public DcName dc() {
                    return store.dc();
                }

                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    return store.create(id, length);
                }

                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    if (isStored && slow == null && !dc().equals(home)) {
                        slow = dc();
                    }
                    if (dc().equals(slow)) {
                        reads++;
                        time.sleep(SLOW);
                    }
                    return store.read(id, offset, length);
                }

                @Override
                public void delete(FragmentId id) throws ReplicaException {
                    store.delete(id);
                }
            };
        }
    }
}
