package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fixture.ChecksummedFragments;
import io.giza.wire.BinaryFragmentFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

/** What a {@link FragmentStore} that looks at headers has to do with whole fragments. */
public abstract class WholeFragmentContract {
    /** Shared by all tests of a run, because a store may outlive one and names must be fresh. */
    private static final Random RANDOM = new Random(11);

    /** Returns the store under test; the same throughout one test. */
    protected abstract FragmentStore store();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 3_000_000})
    void whatWasStoredIsReadBackWhole(int objectSize) throws Exception {
        FragmentId id = fragment("a key/with \u00e4 and ..");
        byte[] bytes = content(id, objectSize);
        assertThat(upload(id, bytes)).isEqualTo(Outcome.STORED);
        assertThat(read(id, 0, bytes.length)).isEqualTo(bytes);
    }

    @Test
    void aRangeIsCutOffAtTheEnd() throws Exception {
        FragmentId id = fragment("k");
        byte[] bytes = content(id, 200_000);
        upload(id, bytes);
        assertThat(read(id, 70_000, 10)).isEqualTo(Arrays.copyOfRange(bytes, 70_000, 70_010));
        assertThat(read(id, bytes.length - 5, 100))
                .isEqualTo(Arrays.copyOfRange(bytes, bytes.length - 5, bytes.length));
        assertThat(read(id, bytes.length + 5L, 100)).isEmpty();
    }

    @Test
    void aFragmentThatWasNeverCreatedIsAbsent() throws Exception {
        assertThat(store().read(fragment("none"), 0, 10)).isInstanceOf(FragmentRead.Absent.class);
    }

    @Test
    void nothingIsVisibleBeforeItIsComplete() throws Exception {
        FragmentId id = fragment("half");
        byte[] bytes = content(id, 300_000);
        try (FragmentUpload upload = store().create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            assertThat(store().read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        }
        assertThat(store().read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        assertThat(upload(id, bytes)).isEqualTo(Outcome.STORED);
    }

    @Test
    void theSecondWriterOfANameDoesNotChangeIt() throws Exception {
        FragmentId id = fragment("raced");
        byte[] first = content(id, 1000);
        byte[] second = content(id, 2000);
        assertThat(upload(id, first)).isEqualTo(Outcome.STORED);
        assertThat(upload(id, second)).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(read(id, 0, 10_000)).isEqualTo(first);
    }

    @Test
    void aPoisonTakesAFreeNameForGood() throws Exception {
        FragmentId id = fragment("given up");
        byte[] poison =
                new BinaryFragmentFormat()
                        .encode(
                                new FragmentHeader(
                                        FragmentHeader.Kind.POISON, id, layout(0), 3, 1));
        assertThat(upload(id, poison)).isEqualTo(Outcome.STORED);
        assertThat(upload(id, content(id, 1000))).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(read(id, 0, 10_000)).isEqualTo(poison);
        FragmentId stored = fragment("stored");
        byte[] data = content(stored, 1000);
        assertThat(upload(stored, data)).isEqualTo(Outcome.STORED);
        byte[] late =
                new BinaryFragmentFormat()
                        .encode(
                                new FragmentHeader(
                                        FragmentHeader.Kind.POISON, stored, layout(0), 3, 1));
        assertThat(upload(stored, late)).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(read(stored, 0, 10_000)).isEqualTo(data);
    }

    @Test
    void aLengthOtherThanAnnouncedIsABug() throws Exception {
        FragmentId id = fragment("odd");
        byte[] bytes = content(id, 1000);
        try (FragmentUpload upload = store().create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes, 0, 500));
            assertThatThrownBy(upload::complete).isInstanceOf(IllegalStateException.class);
        }
        try (FragmentUpload upload = store().create(id, 10)) {
            assertThatThrownBy(() -> upload.write(ByteBuffer.wrap(bytes)))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(store().read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    @Test
    void deletingIsForGoodAndMayBeRepeated() throws Exception {
        FragmentId id = fragment("gone");
        FragmentId sibling = new FragmentId(id.account(), id.key(), id.putId(), 2);
        upload(id, content(id, 10));
        upload(sibling, content(sibling, 10));
        store().delete(id);
        store().delete(id);
        assertThat(store().read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        assertThat(store().read(sibling, 0, 1)).isInstanceOf(FragmentRead.Found.class);
        assertThat(upload(id, content(id, 10))).isEqualTo(Outcome.STORED);
    }

    /** Returns a fresh fragment's name. */
    protected final FragmentId fragment(String key) {
        UUID bucket = new UUID(RANDOM.nextLong(), RANDOM.nextLong());
        return new FragmentId(
                "default", new ObjectKey(new BucketId(bucket), key), PutId.random(RANDOM), 1);
    }

    /** Returns a whole fragment of an object of the given size, with random bytes for its body. */
    protected final byte[] content(FragmentId id, int objectSize) {
        StripeLayout layout = layout(objectSize);
        byte[] body = new byte[(int) layout.bodyLength()];
        RANDOM.nextBytes(body);
        return ChecksummedFragments.fragment(
                new FragmentHeader(FragmentHeader.Kind.DATA, id, layout, 3, 1), body);
    }

    private static StripeLayout layout(int objectSize) {
        return new StripeLayout(Coding.parse("rs(2,1)"), 1 << 20, objectSize);
    }

    /** Uploads a fragment in pieces of odd sizes. */
    protected final Outcome upload(FragmentId id, byte[] bytes) throws ReplicaException {
        try (FragmentUpload upload = store().create(id, bytes.length)) {
            for (int offset = 0; offset < bytes.length; offset += 50_001) {
                upload.write(
                        ByteBuffer.wrap(bytes, offset, Math.min(50_001, bytes.length - offset)));
            }
            return upload.complete().outcome();
        }
    }

    private byte[] read(FragmentId id, long offset, long length)
            throws ReplicaException, IOException {
        return switch (store().read(id, offset, length)) {
            case FragmentRead.Absent() -> throw new AssertionError(id + " is absent");
            case FragmentRead.Found(InputStream bytes) -> {
                try (bytes) {
                    yield bytes.readAllBytes();
                }
            }
        };
    }
}
