package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.disk.Force;
import io.giza.disk.HaltingForce;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.membership.Membership;
import io.giza.record.FragmentName;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk that tells once that it did not take what it was given. */
class DiskForceFailureTest {
    private final List<String> reasons = new ArrayList<>();
    private final Force force = new HaltingForce(this::fail, (reason, _) -> reasons.add(reason));

    /** The last part of the path of which one force fails. */
    private String failing = "";

    @TempDir private Path folder;
    private DiskBlobStore store;

    private void fail(FileChannel channel, Path path) throws IOException {
        boolean fails = !failing.isEmpty() && path.toString().contains(failing);
        if (fails) {
            failing = "";
            throw new IOException("Input/output error");
        }
        Force.SYSTEM.file(channel, path);
    }

    @BeforeEach
    void open() {
        store = DiskBlobStore.open(folder, new TransferBuffers(2), false, force);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void create() throws IOException {
        FragmentName name = BlobStoreContract.name("a", 1, 0);
        try (BlobUpload upload = store.begin(name, BlobStoreContract.HEADER, 1)) {
            upload.write(new byte[] {7}, 0, 1);
            upload.create();
        }
    }

    private void assertEnded() {
        assertThat(reasons).hasSize(1);
        assertThat(reasons.getFirst()).contains("could not be forced to disk");
    }

    @Test
    void aBlobThatIsNotForcedEndsTheProcess() {
        failing = "temporary";

        assertThatThrownBy(this::create).isInstanceOf(IOException.class);

        assertEnded();
    }

    /** The next one would meet EXISTS, force again and be told that all is well. */
    @Test
    void aFolderThatIsNotForcedEndsTheProcess() {
        failing = "blobs";

        assertThatThrownBy(this::create).isInstanceOf(IOException.class);

        assertEnded();
    }

    @Test
    void aMembershipThatIsNotForcedEndsTheProcess() {
        failing = "membership";

        assertThatThrownBy(
                        () ->
                                store.replaceMembership(
                                        Membership.UNINITIALIZED,
                                        Membership.UNINITIALIZED.joining(2)))
                .isInstanceOf(IOException.class);

        assertEnded();
    }

    @Test
    void whatIsForcedEndsNothing() throws IOException {
        create();

        assertThat(reasons).isEmpty();
    }
}
