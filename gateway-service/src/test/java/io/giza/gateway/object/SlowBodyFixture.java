package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
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
import io.giza.testkit.sim.Simulation;
import io.giza.wire.BinaryFragmentFormat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

/** Gateway memory, spool and stores for puts of slow clients, in simulated time. */
final class SlowBodyFixture {
    private static final Coding CODING = Coding.parse("rs(2,1)");
    static final int STRIPE = 150_000;
    static final Duration LONG = Duration.ofHours(1);

    final Surroundings surroundings;
    final StripeBuffers buffers;
    final Budget room;
    final Budget turns;
    private final Spool spool;
    private long puts;
    private int writing;
    int mostWriting;

    SlowBodyFixture(Simulation simulation, int stripes, long spoolBytes) {
        this(simulation, stripes, spoolBytes, LONG);
    }

    SlowBodyFixture(Simulation simulation, int stripes, long spoolBytes, Duration timeout) {
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

    /** Has others hold all of a budget. */
    Budget.Share holdAll(Budget budget) {
        var time = surroundings.time();
        return budget.take("b", budget.capacity(), time.after(LONG), time).orElseThrow();
    }

    /** Draws a body of at most five stripes. */
    PausingBody body(Random random, double pauses) {
        return new PausingBody(surroundings.time(), random, 5 * STRIPE, pauses);
    }

    /** Puts a body, and tells whether all of it can be read. */
    boolean storesAll(PausingBody body) {
        PutSpec spec = spec(body);
        try {
            put(body, spec);
            VersionFragments stored =
                    new VersionFragments(
                            "a", spec.key(), spec.putId(), spec.layout(), spec.stores());
            return Arrays.equals(content(stored), body.bytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Tells whether the put of a body may begin, and gets memory. */
    boolean opens(PausingBody body) {
        PutSpec spec = spec(body);
        try (BodyUpload upload = upload(body, spec)) {
            if (!upload.prepare()) {
                return false;
            }
            Optional<StripeWriter> writer = upload.open(patience -> open(spec, patience));
            writer.ifPresent(StripeWriter::abort);
            return writer.isPresent();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private PutSpec spec(PausingBody body) {
        StripeLayout layout = new StripeLayout(CODING, STRIPE, body.length());
        List<FragmentStore> stores =
                Stream.of("dc1", "dc2", "dc3")
                        .map(DcName::new)
                        .<FragmentStore>map(InMemoryFragmentStore::new)
                        .toList();
        ObjectKey key = new ObjectKey(new BucketId(new UUID(1, 2)), "key");
        PutId id = PutId.random(new Random(puts++));
        return new PutSpec(key, id, new PutSpec.Stamp("a", 1, 1), layout, stores);
    }

    private BodyUpload upload(PausingBody body, PutSpec spec) {
        return new BodyUpload(surroundings, spool, buffers, "a", body, spec.layout());
    }

    private void put(PausingBody body, PutSpec spec) throws IOException {
        try (BodyUpload upload = upload(body, spec)) {
            assertThat(upload.prepare()).isTrue();
            mostWriting = Math.max(mostWriting, ++writing);
            try (StripeWriter writer =
                    upload.open(patience -> open(spec, patience)).orElseThrow()) {
                assertThat(upload.writeTo(writer)).isTrue();
                assertThat(upload.finish().md5Hex()).isEqualTo(body.expected());
                assertThat(writer.finish(surroundings.time().after(LONG)).stored()).hasSize(3);
            }
            writing--;
        }
    }

    private Optional<StripeWriter> open(PutSpec spec, Duration patience) {
        UploadReport.Policy policy = new UploadReport.Policy(Redundancy.DEFAULT, LONG, LONG);
        var format = new BinaryFragmentFormat();
        return StripeWriter.open(surroundings, format, buffers, spec, policy, patience);
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
