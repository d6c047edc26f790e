package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.fake.InMemorySpoolFile;
import io.giza.gateway.spool.Spool;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.Redundancy;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.wire.BinaryFragmentFormat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/** Puts whose clients pause anywhere and as long as they like, in simulated time. */
class SlowBodyTest {
    private static final Coding CODING = Coding.parse("rs(2,1)");
    private static final int STRIPE = 150_000;
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void whateverPausesABodyHasAllOfItIsStoredAndDigestedOnce() {
        Seeds.simulate(
                200,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 3, 1 << 24);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(5);
                    for (int i = 0; i < 5; i++) {
                        PausingBody body = fixture.body(random, 0.02);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 5; i++) {
                        assertThat(done.take(fixture.surroundings.time().after(LONG)))
                                .hasValue(true);
                    }
                    assertThat(fixture.buffers.memory().held()).isZero();
                    assertThat(fixture.room.held()).isZero();
                });
    }

    @Test
    void aPutThatWaitsForItsClientHoldsNoMemory() {
        Seeds.simulate(
                100,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 8, 1 << 24);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, 0.02);
                    body.inLongPause = () -> assertThat(fixture.buffers.memory().held()).isZero();
                    assertThat(fixture.storesAll(body)).isTrue();
                });
    }

    /** There is memory for one stripe, and many pause who would all like to have it. */
    @Test
    void aFastPutDoesNotWaitForTheClientsOfSlowOnes() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1, 1 << 26);
                    Surroundings surroundings = fixture.surroundings;
                    Random random = new Random(surroundings.random().nextLong());
                    for (int i = 0; i < 30; i++) {
                        PausingBody slow = fixture.body(random, 0.2);
                        surroundings.tasks().fork("slow-" + i, () -> fixture.storesAll(slow));
                    }
                    surroundings.time().sleep(Duration.ofSeconds(5));
                    for (int i = 0; i < 3; i++) {
                        PausingBody fast = fixture.body(random, 0);
                        long since = surroundings.time().nanos();
                        assertThat(fixture.storesAll(fast)).isTrue();
                        assertThat(Duration.ofNanos(surroundings.time().nanos() - since))
                                .isLessThan(PausingBody.LONG_PAUSE.dividedBy(10));
                    }
                });
    }

    /** What had come of their bodies has to stay in memory; but all get there. */
    @Test
    void putsAreWholeThoughTheSpoolHasRoomForOneOfThem() {
        Seeds.simulate(
                100,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 2, 4L * STRIPE);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(6);
                    for (int i = 0; i < 6; i++) {
                        PausingBody body = fixture.body(random, 0.002);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 6; i++) {
                        assertThat(done.take(fixture.surroundings.time().after(LONG)))
                                .hasValue(true);
                    }
                });
    }

    /** Uploads that begin together end together. */
    @Test
    void bodiesThatCameSlowlyAreWrittenInTurns() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 16, 1 << 26);
                    Random random = new Random(simulation.scenario().random().nextLong());
                    Deadline end = fixture.surroundings.time().after(LONG.multipliedBy(48));
                    Inbox<Boolean> done = fixture.surroundings.tasks().inbox(6);
                    for (int i = 0; i < 6; i++) {
                        PausingBody body = fixture.body(random, 1);
                        fixture.surroundings
                                .tasks()
                                .fork("put-" + i, () -> done.put(fixture.storesAll(body)));
                    }
                    for (int i = 0; i < 6; i++) {
                        assertThat(done.take(end)).hasValue(true);
                    }
                    assertThat(fixture.mostWriting).isEqualTo(1);
                    assertThat(fixture.turns.held()).isZero();
                });
    }

    /** Its client sent all of it, and would be refused only then. */
    @Test
    void aBodyThatCameSlowlyWaitsForMemoryAsLongAsItTakes() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1, 1 << 26, Duration.ofSeconds(1));
                    Budget memory = fixture.buffers.memory();
                    var time = fixture.surroundings.time();
                    Budget.Share others =
                            memory.take("b", memory.capacity(), time.after(LONG), time)
                                    .orElseThrow();
                    Random random = new Random(simulation.scenario().random().nextLong());
                    PausingBody body = fixture.body(random, 1);
                    Runnable giveBack =
                            () -> {
                                time.sleep(Duration.ofMinutes(5));
                                others.close();
                            };
                    body.atEnd = () -> fixture.surroundings.tasks().fork("others", giveBack);
                    assertThat(fixture.storesAll(body)).isTrue();
                });
    }

    private static final class Fixture {
        final Surroundings surroundings;
        final StripeBuffers buffers;
        final Budget room;
        final Budget turns;
        private final Spool spool;
        private long puts;
        private int writing;
        private int mostWriting;

        Fixture(Simulation simulation, int stripes, long spoolBytes) {
            this(simulation, stripes, spoolBytes, LONG);
        }

        Fixture(Simulation simulation, int stripes, long spoolBytes, Duration timeout) {
            surroundings = simulation.scenario();
            long stripe = StripeBuffers.bytes(new StripeLayout(CODING, STRIPE, STRIPE));
            buffers =
                    new StripeBuffers(
                            surroundings.tasks(),
                            new StripeBuffers.Limits(stripes * stripe, 1, timeout));
            room = new Budget(surroundings.tasks(), new BudgetLimits(spoolBytes, 1));
            turns = new Budget(surroundings.tasks(), new BudgetLimits(STRIPE, 1));
            spool = new Spool(room, turns, InMemorySpoolFile::new, surroundings.time(), LONG);
        }

        /** Draws a body of at most five stripes. */
        PausingBody body(Random random, double pauses) {
            return new PausingBody(surroundings.time(), random, 5 * STRIPE, pauses);
        }

        /** Puts a body, and tells whether all of it can be read. */
        boolean storesAll(PausingBody body) {
            StripeLayout layout = new StripeLayout(CODING, STRIPE, body.length());
            List<FragmentStore> stores =
                    Stream.of("dc1", "dc2", "dc3")
                            .map(DcName::new)
                            .<FragmentStore>map(InMemoryFragmentStore::new)
                            .toList();
            ObjectKey key = new ObjectKey(new BucketId(new UUID(1, 2)), "key");
            PutId id = PutId.random(new Random(puts++));
            PutSpec spec = new PutSpec(key, id, new PutSpec.Stamp("a", 1, 1), layout, stores);
            try {
                put(body, spec);
                return Arrays.equals(
                        content(new VersionFragments("a", key, id, layout, stores)), body.bytes());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private void put(PausingBody body, PutSpec spec) throws IOException {
            UploadReport.Policy policy = new UploadReport.Policy(Redundancy.DEFAULT, LONG, LONG);
            try (BodyUpload upload =
                    new BodyUpload(
                            surroundings,
                            spool,
                            buffers.memory()::isCrowded,
                            "a",
                            body,
                            spec.layout())) {
                assertThat(upload.prepare()).isTrue();
                mostWriting = Math.max(mostWriting, ++writing);
                try (StripeWriter writer =
                        StripeWriter.open(
                                        surroundings,
                                        new BinaryFragmentFormat(),
                                        buffers,
                                        spec,
                                        policy,
                                        upload.isUnderWay())
                                .orElseThrow()) {
                    assertThat(upload.writeTo(writer)).isTrue();
                    assertThat(upload.finish().md5Hex()).isEqualTo(body.expected());
                    assertThat(writer.finish(surroundings.time().after(LONG)).stored()).hasSize(3);
                }
                writing--;
            }
        }

        private byte[] content(VersionFragments version) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteRange all = new ByteRange(0, version.layout().objectSize());
            ReadSettings settings = new ReadSettings(List.of(new DcName("dc1")), LONG, LONG);
            try (StripeReader reader =
                    StripeReader.open(
                            surroundings, new BinaryFragmentFormat(), version, settings, all)) {
                reader.writeTo(ByteTarget.of(out));
            }
            return out.toByteArray();
        }
    }
}
