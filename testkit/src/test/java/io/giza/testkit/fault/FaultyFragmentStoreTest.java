package io.giza.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.testkit.contract.FragmentStoreContract;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan.Rates;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/** A calm network keeps the promises of a store; a faulty one breaks only what it may. */
class FaultyFragmentStoreTest extends FragmentStoreContract {
    private final SplittableRandom random = new SplittableRandom(5);
    private final FragmentId id = Samples.fragment(0, random);
    private final byte[] bytes = Samples.bytes(100, random);

    @Override
    protected void with(Scenario scenario) {
        Seeds.simulate(
                20, simulation -> scenario.run(behind(simulation, Rates.NONE, store(simulation))));
    }

    @Test
    void lateUploadAppearsAfterItsWriterGaveUp() {
        Seeds.simulate(
                20,
                simulation -> {
                    InMemoryFragmentStore store = store(simulation);
                    FragmentStore faulty = behind(simulation, new Rates(0, 0, 0, 1, 0), store);
                    assertThat(outcome(faulty)).isEqualTo("TimedOut");
                    assertThat(store.holds(id)).as("seed %d", simulation.seed()).isFalse();
                    simulation.scenario().time().sleep(Duration.ofHours(1));
                    assertThat(store.holds(id)).as("seed %d", simulation.seed()).isTrue();
                });
    }

    @Test
    void duplicatedUploadCanReportItsOwnFragmentAsAnothers() {
        Set<String> outcomes = new HashSet<>();
        Seeds.simulate(
                100,
                simulation ->
                        outcomes.add(
                                outcome(
                                        behind(
                                                simulation,
                                                new Rates(0, 0, 1, 0, 0),
                                                store(simulation)))));
        assertThat(outcomes).containsExactlyInAnyOrder("STORED", "ALREADY_THERE");
    }

    @Test
    void answerThatBreaksOffFailsAfterACorrectBeginning() {
        Set<String> ends = new HashSet<>();
        Seeds.simulate(
                200,
                simulation -> {
                    InMemoryFragmentStore store = store(simulation);
                    outcome(store);
                    FragmentStore faulty = behind(simulation, new Rates(0, 0.4, 0, 0, 0), store);
                    ends.add(readSome(faulty));
                });
        assertThat(ends).contains("whole", "broken", "TimedOut", "Unreachable");
    }

    private String readSome(FragmentStore store) {
        int read = 0;
        try {
            FragmentRead.Found found = (FragmentRead.Found) store.read(id, 0, bytes.length);
            try (InputStream stream = found.bytes()) {
                for (int next = stream.read(); next >= 0; next = stream.read()) {
                    assertThat((byte) next).isEqualTo(bytes[read++]);
                }
                assertThat(read).isEqualTo(bytes.length);
                return "whole";
            }
        } catch (IOException e) {
            return "broken";
        } catch (ReplicaException e) {
            return e.getClass().getSimpleName();
        }
    }

    private String outcome(FragmentStore store) {
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome().name();
        } catch (ReplicaException e) {
            return e.getClass().getSimpleName();
        }
    }

    private static InMemoryFragmentStore store(Simulation simulation) {
        return new InMemoryFragmentStore(
                Samples.dc(2), simulation::yieldPoint, simulation.surroundings("store").time());
    }

    private static FragmentStore behind(Simulation simulation, Rates rates, FragmentStore store) {
        Network network =
                new Network(simulation.surroundings("network"), FaultPlan.CALM.withRates(rates));
        return new FaultyFragmentStore(store, network.link(Samples.dc(1), Samples.dc(2)));
    }
}
