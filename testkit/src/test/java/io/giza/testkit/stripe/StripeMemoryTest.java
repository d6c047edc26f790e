package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.model.Coding;
import io.giza.replica.Redundancy;
import io.giza.stripe.StripeBuffers;
import io.giza.stripe.StripeBuffers.Room;
import io.giza.stripe.StripeWriter;
import io.giza.stripe.UploadReport.Policy;
import io.giza.stripe.UploadReport.Verdict;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** How much memory puts take, whatever the size of their objects. */
class StripeMemoryTest {
    private static final Coding CODING = Coding.parse("rs(2,1)");

    private final DataPath path = new DataPath(1, CODING, 200_000, 7_000_000);

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPutOfManyStripesNeedsTwoAndMakesDoWithOne(int stripes) throws IOException {
        StripeBuffers buffers =
                new StripeBuffers(path.threads, new Room(stripes, 1, DataPath.LONG));
        for (int put = 0; put < 3; put++) {
            DataPath own = new DataPath(put, CODING, 200_000, 7_000_000);
            try (StripeWriter writer = open(own, buffers, own.policy).orElseThrow()) {
                assertThat(own.writeStripes(writer)).isTrue();
                assertThat(writer.finish(own.threads.after(DataPath.LONG)).verdict())
                        .isEqualTo(Verdict.ENOUGH);
            }
            assertThat(own.read()).isEqualTo(own.object);
        }
    }

    @Test
    void aPutIsNotBegunWithoutMemoryAndWhatIsAbortedGivesItsMemoryBack() {
        StripeBuffers buffers = new StripeBuffers(path.threads, new Room(1, 1, DataPath.SHORT));
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(open(path, buffers, path.policy)).isEmpty();
            first.abort();
        }
        try (StripeWriter second = open(path, buffers, path.policy).orElseThrow()) {
            second.abort();
        }
    }

    @Test
    void smallObjectsNeedNoMemoryOfTheOthers() {
        StripeBuffers buffers = new StripeBuffers(path.threads, new Room(1, 1, DataPath.SHORT));
        DataPath small = new DataPath(2, CODING, 200_000, 100_000);
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(small, buffers, small.policy).orElseThrow()) {
            assertThat(small.writeStripes(second)).isTrue();
            first.abort();
        }
    }

    @Test
    void thePutsOfOneAccountLeaveHalfOfTheMemoryToOthers() {
        StripeBuffers buffers = new StripeBuffers(path.threads, new Room(4, 2, DataPath.SHORT));
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(path, buffers, path.policy).orElseThrow();
                StripeWriter other =
                        StripeWriter.open(
                                        path.surroundings,
                                        path.format,
                                        buffers,
                                        path.spec("other"),
                                        path.policy)
                                .orElseThrow()) {
            assertThat(open(path, buffers, path.policy)).isEmpty();
            first.abort();
            second.abort();
            other.abort();
        }
        try (StripeWriter again = open(path, buffers, path.policy).orElseThrow()) {
            again.abort();
        }
    }

    @Test
    void thePutsOfTheOnlyAccountGetAllOfTheMemory() {
        StripeBuffers buffers = new StripeBuffers(path.threads, new Room(2, 1, DataPath.SHORT));
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(open(path, buffers, path.policy)).isEmpty();
            first.abort();
            second.abort();
        }
    }

    /** How long a transfer may stand still has nothing to do with it. */
    @Test
    void memoryIsWaitedForAsLongAsTheRoomSays() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Duration wait = Duration.ofSeconds(30);
                    DataPath simulated = new DataPath(surroundings, 3, CODING, 200_000, 7_000_000);
                    simulated.policy =
                            new Policy(
                                    Redundancy.DEFAULT, Duration.ofSeconds(2), wait.dividedBy(2));
                    StripeBuffers buffers =
                            new StripeBuffers(surroundings.tasks(), new Room(1, 1, wait));
                    try (StripeWriter first =
                            open(simulated, buffers, simulated.policy).orElseThrow()) {
                        long since = surroundings.time().nanos();
                        assertThat(open(simulated, buffers, simulated.policy)).isEmpty();
                        assertThat(Duration.ofNanos(surroundings.time().nanos() - since))
                                .isGreaterThanOrEqualTo(wait);
                        first.abort();
                    }
                });
    }

    private static Optional<StripeWriter> open(
            DataPath path, StripeBuffers buffers, Policy policy) {
        return StripeWriter.open(path.surroundings, path.format, buffers, path.spec(), policy);
    }
}
