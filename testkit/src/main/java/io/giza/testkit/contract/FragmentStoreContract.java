package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** What every store of fragments promises. */
public abstract class FragmentStoreContract {
    private static final int CHUNK = 1000;

    /** A test that is given a store. */
    @FunctionalInterface
    public interface Scenario {
        /** Runs the test. */
        void run(FragmentStore store) throws ReplicaException, IOException;
    }

    private final SplittableRandom random = new SplittableRandom(1);
    private final FragmentId id = Samples.fragment(0, random);
    private final byte[] bytes = Samples.bytes(10_000, random);

    /** Runs the scenario with an empty store; may do so several times, each with a fresh one. */
    protected abstract void with(Scenario scenario) throws Exception;

    @Test
    void whatWasStoredIsRead() throws Exception {
        with(
                store -> {
                    assertThat(upload(store, id, bytes)).isEqualTo(Outcome.STORED);
                    assertThat(read(store, 0, bytes.length)).isEqualTo(bytes);
                });
    }

    @Test
    void rangeIsRead() throws Exception {
        with(
                store -> {
                    upload(store, id, bytes);
                    assertThat(read(store, 10, 20)).isEqualTo(Arrays.copyOfRange(bytes, 10, 30));
                });
    }

    @Test
    void rangePastTheEndIsCutOffThere() throws Exception {
        with(
                store -> {
                    upload(store, id, bytes);
                    assertThat(read(store, 9_990, 500))
                            .isEqualTo(Arrays.copyOfRange(bytes, 9_990, 10_000));
                });
    }

    @Test
    void fragmentNeverStoredIsAbsent() throws Exception {
        with(store -> assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class));
    }

    @Test
    void secondWriterOfANameLearnsThatItIsTakenAndChangesNothing() throws Exception {
        with(
                store -> {
                    upload(store, id, bytes);
                    byte[] others = Samples.bytes(500, random);
                    assertThat(upload(store, id, others)).isEqualTo(Outcome.ALREADY_THERE);
                    assertThat(read(store, 0, bytes.length)).isEqualTo(bytes);
                });
    }

    @Test
    void nothingIsVisibleBeforeTheUploadIsComplete() throws Exception {
        with(
                store -> {
                    try (FragmentUpload upload = store.create(id, bytes.length)) {
                        upload.write(ByteBuffer.wrap(bytes));
                        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
                        assertThat(upload.complete().at()).isPresent();
                    }
                    assertThat(read(store, 0, bytes.length)).isEqualTo(bytes);
                });
    }

    @Test
    void uploadGivenUpLeavesNothingAndItsNameFree() throws Exception {
        with(
                store -> {
                    try (FragmentUpload upload = store.create(id, bytes.length)) {
                        upload.write(ByteBuffer.wrap(bytes, 0, 100));
                    }
                    assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
                    assertThat(upload(store, id, bytes)).isEqualTo(Outcome.STORED);
                });
    }

    @Test
    void firstOfTwoUploadsToCompleteWins() throws Exception {
        with(
                store -> {
                    byte[] others = Samples.bytes(bytes.length, random);
                    try (FragmentUpload slow = store.create(id, bytes.length);
                            FragmentUpload quick = store.create(id, others.length)) {
                        slow.write(ByteBuffer.wrap(bytes));
                        quick.write(ByteBuffer.wrap(others));
                        assertThat(quick.complete().outcome()).isEqualTo(Outcome.STORED);
                        assertThat(slow.complete().outcome()).isEqualTo(Outcome.ALREADY_THERE);
                    }
                    assertThat(read(store, 0, others.length)).isEqualTo(others);
                });
    }

    @Test
    void chunkMayBeReusedOnceItIsWritten() throws Exception {
        with(
                store -> {
                    byte[] chunk = bytes.clone();
                    try (FragmentUpload upload = store.create(id, bytes.length)) {
                        upload.write(ByteBuffer.wrap(chunk));
                        Arrays.fill(chunk, (byte) 0);
                        upload.complete();
                    }
                    assertThat(read(store, 0, bytes.length)).isEqualTo(bytes);
                });
    }

    @Test
    void fewerBytesThanAnnouncedAreRefused() throws Exception {
        with(
                store -> {
                    try (FragmentUpload upload = store.create(id, bytes.length)) {
                        upload.write(ByteBuffer.wrap(bytes, 0, bytes.length - 1));
                        assertThatThrownBy(upload::complete)
                                .isInstanceOf(IllegalStateException.class);
                    }
                    assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
                });
    }

    @Test
    void deletedFragmentIsAbsent() throws Exception {
        with(
                store -> {
                    upload(store, id, bytes);
                    store.delete(id);
                    assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
                });
    }

    @Test
    void deletingAnAbsentFragmentSucceeds() throws Exception {
        with(store -> store.delete(id));
    }

    @Test
    void fragmentsOfOnePutAreApart() throws Exception {
        with(
                store -> {
                    FragmentId sibling =
                            new FragmentId(id.account(), id.key(), id.putId(), id.index() + 1);
                    upload(store, id, bytes);
                    assertThat(store.read(sibling, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
                });
    }

    private static Outcome upload(FragmentStore store, FragmentId id, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            for (int at = 0; at < bytes.length; at += CHUNK) {
                upload.write(ByteBuffer.wrap(bytes, at, Math.min(CHUNK, bytes.length - at)));
            }
            return upload.complete().outcome();
        }
    }

    private byte[] read(FragmentStore store, long offset, long length)
            throws ReplicaException, IOException {
        return switch (store.read(id, offset, length)) {
            case FragmentRead.Absent absent -> throw new AssertionError(id + " is absent");
            case FragmentRead.Found found -> {
                try (InputStream stream = found.bytes()) {
                    yield stream.readAllBytes();
                }
            }
        };
    }
}
