package io.giza.testkit.stripe;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.Nearness;
import io.giza.replica.Redundancy;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.PutSpec;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeSource;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.wire.BinaryFragmentFormat;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** One object in as many in-memory stores as it has fragments. */
final class StripeFixture {
    static final Duration LONG = Duration.ofMinutes(2);
    static final Duration SHORT = Duration.ofMillis(200);

    final Random random;
    final VirtualThreads threads = new VirtualThreads();
    final Surroundings surroundings;
    final FragmentFormat format = new BinaryFragmentFormat();
    final StripeLayout layout;
    final StripeBuffers buffers;
    final List<TamperedFragmentStore> memory = new ArrayList<>();
    final List<FragmentStore> stores = new ArrayList<>();
    final ObjectKey key = new ObjectKey(new BucketId(new UUID(1, 2)), "some/key");
    final PutId putId;
    final byte[] object;
    UploadReport.Policy policy = new UploadReport.Policy(Redundancy.DEFAULT, LONG, LONG);
    ReadSettings settings;

    StripeFixture(long seed, Coding coding, int stripeSize, int objectSize) {
        this(null, seed, coding, stripeSize, objectSize);
    }

    /** Lives in a simulation, or in real time where there is none. */
    StripeFixture(
            @Nullable Surroundings simulated,
            long seed,
            Coding coding,
            int stripeSize,
            int objectSize) {
        random = new Random(seed);
        surroundings = simulated == null ? new Surroundings(threads, threads, random) : simulated;
        buffers =
                new StripeBuffers(surroundings.tasks(), new StripeBuffers.Limits(1 << 30, 1, LONG));
        settings =
                new ReadSettings(
                        Nearness.inOrder(List.of(), LONG),
                        LONG,
                        0,
                        ReadListener.NONE,
                        ReadBuffers.pooled(surroundings.tasks(), 3, 1, () -> 1 << 30),
                        ReadMemory.UNLIMITED);
        layout = new StripeLayout(coding, stripeSize, objectSize);
        putId = PutId.random(random);
        object = new byte[objectSize];
        random.nextBytes(object);
        for (int i = 0; i < coding.fragments(); i++) {
            memory.add(new TamperedFragmentStore(new DcName("dc" + i)));
        }
        stores.addAll(memory);
    }

    PutSpec spec() {
        return new PutSpec(key, putId, new PutSpec.Stamp("default", 3, 1), layout, stores);
    }

    /** Returns what {@link #spec} does, of another account. */
    PutSpec spec(String account) {
        return new PutSpec(key, putId, new PutSpec.Stamp(account, 3, 1), layout, stores);
    }

    VersionFragments target() {
        return new VersionFragments("default", key, putId, layout, stores);
    }

    FragmentId id(int index) {
        return new FragmentId("default", key, putId, index);
    }

    /** Returns a policy that notes which data centers stand still. */
    UploadReport.Policy noting(Set<DcName> stalled, Duration grace, Duration stall) {
        return new UploadReport.Policy(Redundancy.DEFAULT, _ -> false, stalled::add, grace, stall);
    }

    StripeWriter writer() {
        return StripeWriter.open(surroundings, format, buffers, spec(), policy).orElseThrow();
    }

    boolean writeStripes(StripeWriter writer) {
        ObjectSource source = new ObjectSource();
        try {
            for (long stripe = 0; stripe < layout.stripes(); stripe++) {
                if (!writer.write(source)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Gives the object, and does not let go of what it gave before it is asked to. */
    final class ObjectSource implements StripeSource {
        private int given;
        private long released = -1;

        @Override
        public boolean fill(byte[] target, int offset, int length) {
            System.arraycopy(object, given, target, offset, length);
            given += length;
            return true;
        }

        @Override
        public void release(long stripe) {
            released = Math.max(released, stripe);
        }

        int given() {
            return given;
        }

        long released() {
            return released;
        }
    }

    /** Returns the object, which must be there. */
    byte[] readUnchecked() {
        try {
            return read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    UploadReport write() {
        try (StripeWriter writer = writer()) {
            if (!writeStripes(writer)) {
                throw new AssertionError("given up");
            }
            return writer.finish(surroundings.time().after(LONG));
        }
    }

    byte[] read(ByteRange range) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StripeReader reader = reader(range)) {
            reader.awaitReady();
            reader.writeTo(ByteTarget.of(out));
        }
        return out.toByteArray();
    }

    byte[] read() throws IOException {
        return read(new ByteRange(0, object.length));
    }

    StripeReader reader(ByteRange range) {
        return StripeReader.open(surroundings, format, target(), settings, range);
    }

    byte[] expected(ByteRange range) {
        return Arrays.copyOfRange(object, (int) range.from(), (int) range.to());
    }

    /** Flips a bit of a stored fragment. */
    void flip(int index, int position) {
        byte[] bytes = memory.get(index).bytes(id(index)).orElseThrow();
        bytes[position] ^= 0x10;
        memory.get(index).replace(id(index), bytes);
    }

    void truncate(int index, int length) {
        byte[] bytes = memory.get(index).bytes(id(index)).orElseThrow();
        memory.get(index).replace(id(index), Arrays.copyOf(bytes, length));
    }
}
