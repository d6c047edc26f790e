package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.replica.Redundancy;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeBuffers.Limits;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport.Policy;
import io.giza.stripe.write.UploadReport.Verdict;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How much memory puts take, whatever the size of their objects. */
class StripeMemoryTest {
    private static final Coding CODING = Coding.parse("rs(2,1)");

    /** Of these objects. */
    private static final long STRIPE =
            3L * new StripeLayout(CODING, 200_000, 200_000).framedShardLength(0);

    private final StripeFixture path = new StripeFixture(1, CODING, 200_000, 7_000_000);

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void aPutOfManyStripesNeedsTwoAndMakesDoWithOne(int stripes) throws IOException {
        StripeBuffers buffers =
                new StripeBuffers(path.threads, room(stripes, 1, StripeFixture.LONG));
        for (int put = 0; put < 3; put++) {
            StripeFixture own = new StripeFixture(put, CODING, 200_000, 7_000_000);
            try (StripeWriter writer = open(own, buffers, own.policy).orElseThrow()) {
                assertThat(own.writeStripes(writer)).isTrue();
                assertThat(writer.finish(own.threads.after(StripeFixture.LONG)).verdict())
                        .isEqualTo(Verdict.ENOUGH);
            }
            assertThat(own.read()).isEqualTo(own.object);
        }
    }

    @Test
    void aPutIsNotBegunWithoutMemoryAndWhatIsAbortedGivesItsMemoryBack() {
        StripeBuffers buffers = new StripeBuffers(path.threads, room(1, 1, StripeFixture.SHORT));
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(open(path, buffers, path.policy)).isEmpty();
            first.abort();
        }
        try (StripeWriter second = open(path, buffers, path.policy).orElseThrow()) {
            second.abort();
        }
    }

    @Test
    void thePutsOfOneAccountLeaveHalfOfTheMemoryToOthers() {
        StripeBuffers buffers = new StripeBuffers(path.threads, room(6, 2, StripeFixture.SHORT));
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
    void thePutsOfTheOnlyAccountGetMostOfTheMemory() {
        StripeBuffers buffers = new StripeBuffers(path.threads, room(3, 1, StripeFixture.SHORT));
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(open(path, buffers, path.policy)).isEmpty();
            first.abort();
            second.abort();
        }
    }

    @Test
    void aSecondStripeIsTakenOnlyWhileThereIsPlenty() throws IOException {
        StripeBuffers buffers = new StripeBuffers(path.threads, room(16, 1, StripeFixture.SHORT));
        List<StripeWriter> writers = new ArrayList<>();
        for (int put = 0; put < 8; put++) {
            writers.add(open(path, buffers, path.policy).orElseThrow());
        }
        for (StripeWriter each : writers) {
            writeTwo(each);
        }
        writers.add(open(path, buffers, path.policy).orElseThrow());
        writers.forEach(StripeWriter::abort);
        assertThat(buffers.memory().held()).isZero();
    }

    @Test
    void aSecondStripeIsGivenBackOnceOthersWaitForIt() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    StripeFixture simulated =
                            new StripeFixture(surroundings, 3, CODING, 200_000, 7_000_000);
                    StripeBuffers buffers =
                            new StripeBuffers(surroundings.tasks(), room(4, 1, StripeFixture.LONG));
                    StripeWriter wide = open(simulated, buffers, simulated.policy).orElseThrow();
                    StripeFixture.ObjectSource source = simulated.new ObjectSource();
                    for (int stripe = 0; stripe < 3; stripe++) {
                        write(wide, source);
                    }
                    assertThat(buffers.memory().held()).isEqualTo(2 * STRIPE);
                    StripeWriter second = open(simulated, buffers, simulated.policy).orElseThrow();
                    Inbox<StripeWriter> got = surroundings.tasks().inbox(1);
                    surroundings
                            .tasks()
                            .fork(
                                    "third",
                                    () ->
                                            open(simulated, buffers, simulated.policy)
                                                    .ifPresent(got::put));
                    assertThat(got.take(time.after(StripeFixture.SHORT))).isEmpty();
                    write(wide, source);
                    StripeWriter third = got.take(time.after(StripeFixture.SHORT)).orElseThrow();
                    assertThat(buffers.memory().held()).isEqualTo(3 * STRIPE);
                    while (source.given() < simulated.object.length) {
                        write(wide, source);
                    }
                    assertThat(wide.finish(time.after(StripeFixture.LONG)).verdict())
                            .isEqualTo(Verdict.ENOUGH);
                    second.abort();
                    third.abort();
                    wide.close();
                    assertThat(simulated.readUnchecked()).isEqualTo(simulated.object);
                    assertThat(buffers.memory().held()).isZero();
                });
    }

    @Test
    void smallObjectsCountToo() {
        StripeFixture small = new StripeFixture(2, CODING, 200_000, 100_000);
        StripeBuffers buffers = new StripeBuffers(path.threads, room(1, 1, StripeFixture.SHORT));
        try (StripeWriter first = open(small, buffers, small.policy).orElseThrow()) {
            assertThat(buffers.memory().held()).isBetween(150_000L, 151_000L);
            assertThat(small.writeStripes(first)).isTrue();
            first.abort();
        }
        assertThat(buffers.memory().held()).isZero();
    }

    /** What is kept for the next put makes room for what is held. */
    @Test
    void whatIsKeptForUseAgainCountsToo() throws IOException {
        StripeBuffers buffers = new StripeBuffers(path.threads, room(4, 1, StripeFixture.LONG));
        try (StripeWriter writer = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(path.writeStripes(writer)).isTrue();
            assertThat(writer.finish(path.threads.after(StripeFixture.LONG)).verdict())
                    .isEqualTo(Verdict.ENOUGH);
        }
        assertThat(buffers.kept()).isEqualTo(2 * STRIPE);
        StripeFixture small = new StripeFixture(2, CODING, 200_000, 100_000);
        List<StripeWriter> writers = new ArrayList<>();
        for (int put = 0; put < 5; put++) {
            writers.add(open(small, buffers, small.policy).orElseThrow());
            assertThat(buffers.kept() + buffers.memory().held()).isLessThanOrEqualTo(4 * STRIPE);
        }
        assertThat(buffers.kept()).isLessThan(2 * STRIPE);
        writers.forEach(StripeWriter::abort);
    }

    private void writeTwo(StripeWriter writer) throws IOException {
        StripeFixture.ObjectSource source = path.new ObjectSource();
        assertThat(writer.write(source)).isTrue();
        assertThat(writer.write(source)).isTrue();
    }

    private static void write(StripeWriter writer, StripeFixture.ObjectSource source) {
        try {
            assertThat(writer.write(source)).isTrue();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Room for so many stripes of these objects. */
    private static Limits room(int stripes, int accounts, Duration patience) {
        return new Limits(stripes * STRIPE, accounts, patience);
    }

    /** How long a transfer may stand still has nothing to do with it. */
    @Test
    void memoryIsWaitedForAsLongAsTheRoomSays() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Duration wait = Duration.ofSeconds(30);
                    StripeFixture simulated =
                            new StripeFixture(surroundings, 3, CODING, 200_000, 7_000_000);
                    simulated.policy =
                            new Policy(
                                    Redundancy.DEFAULT, Duration.ofSeconds(2), wait.dividedBy(2));
                    StripeBuffers buffers =
                            new StripeBuffers(surroundings.tasks(), room(1, 1, wait));
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
            StripeFixture path, StripeBuffers buffers, Policy policy) {
        return StripeWriter.open(path.surroundings, path.format, buffers, path.spec(), policy);
    }
}
