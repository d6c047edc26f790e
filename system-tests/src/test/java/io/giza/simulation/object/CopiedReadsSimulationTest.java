package io.giza.simulation.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.simulation.cluster.Deployment;
import io.giza.simulation.cluster.Protocol;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.cache.FragmentCache;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Objects are linearizable, and none is lost, where gateways read copies of fragments. */
class CopiedReadsSimulationTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void readsOfCopiesAreNeverStale(int size) {
        MeterRegistry meters = new SimpleMeterRegistry();
        Seeds.simulate(
                75,
                simulation ->
                        ObjectScenario.run(
                                simulation, Deployment.of(size), new Copying(simulation, meters)));
        if (Seeds.first(2).count() > 1) {
            assertThat(meters.get("giza.cache.reads").tag("result", "hit").counter().count())
                    .isGreaterThan(50);
        }
    }

    /** Each data center has a store of copies, which its gateways share. */
    private static final class Copying extends Protocol {
        private final Simulation simulation;
        private final MeterRegistry meters;
        private final Map<DcName, InMemoryFragmentStore> copies = new ConcurrentHashMap<>();

        Copying(Simulation simulation, MeterRegistry meters) {
            this.simulation = simulation;
            this.meters = meters;
        }

        @Override
        public UnaryOperator<VersionFragments> near(DcName home, Surroundings surroundings) {
            InMemoryFragmentStore store =
                    copies.computeIfAbsent(
                            home,
                            dc ->
                                    new InMemoryFragmentStore(
                                            dc,
                                            simulation::yieldPoint,
                                            simulation.surroundings("copies").time()));
            return new FragmentCache(
                            surroundings, new BinaryFragmentFormat(), store, () -> true, meters)
                    ::near;
        }
    }
}
