package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.Objects.requireNonNull;

import io.giza.disk.Force;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.membership.Membership;
import io.giza.record.FragmentName;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

class DiskBlobStoreTest extends BlobStoreContract {
    @TempDir private Path folder;
    private DiskBlobStore store;

    @BeforeEach
    void open() {
        store = open(folder, true);
    }

    private static DiskBlobStore open(Path folder, boolean direct) {
        return DiskBlobStore.open(folder, new TransferBuffers(2), direct);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    BlobStore store() {
        return store;
    }

    @Test
    void blobsOutliveTheStoreAndLeftoversDoNot() throws IOException {
        try (BlobUpload upload = begin(name("a", 1, 0), 1)) {
            upload.write(new byte[] {7}, 0, 1);
            upload.create();
        }
        BlobUpload cutOff = begin(name("a", 1, 1), 1);
        cutOff.write(new byte[] {8}, 0, 1);
        store.close();
        store = open(folder, true);
        assertThat(store.list("", "", 10)).hasSize(1);
        try (Stream<Path> leftovers = Files.list(folder.resolve("temporary"))) {
            assertThat(leftovers).isEmpty();
        }
    }

    /** Whoever saw a fragment may tell others that its version is there. */
    @Test
    void whatIsReadIsOnDiskThoughItsWriterWaitsForThat() throws IOException {
        FragmentName name = name("a", 1, 0);
        store.close();
        ReadWhileForced force = new ReadWhileForced(name);
        store = DiskBlobStore.open(folder, new TransferBuffers(2), true, force);
        force.reader = store;
        try (BlobUpload upload = begin(name, 1)) {
            upload.write(new byte[] {7}, 0, 1);
            upload.create();
        }
        assertThat(force.forcedByReader).isNotEmpty().contains(force.place());
        force.forcedByReader.clear();
        force.read();
        assertThat(force.forcedByReader).isEmpty();
    }

    /** Reads a blob when the entry of its place is about to be forced. */
    private final class ReadWhileForced implements Force {
        private final FragmentName name;
        private final Set<Path> forcedByReader = new HashSet<>();
        private @Nullable DiskBlobStore reader;
        private boolean reads;

        ReadWhileForced(FragmentName name) {
            this.name = name;
        }

        Path place() {
            return DurableFolders.parent(folder.resolve("blobs").resolve(name.path()));
        }

        @Override
        public void file(FileChannel channel, Path path) throws IOException {
            if (reads) {
                forcedByReader.add(path);
            } else if (path.equals(place())) {
                read();
            }
        }

        void read() throws IOException {
            reads = true;
            Blob blob = requireNonNull(reader).open(name, 0, 1).orElseThrow();
            blob.bytes().close();
            reads = false;
        }
    }

    @Test
    void aReplacementThatACrashCutOffLeavesTheOldBlobAndOneThatWasMadeTheNew() throws IOException {
        try (BlobUpload upload = begin(name("a", 1, 0), 1)) {
            upload.write(new byte[] {7}, 0, 1);
            upload.create();
        }
        BlobUpload cutOff = begin(name("a", 1, 0), 1);
        cutOff.write(new byte[] {8}, 0, 1);
        store.close();
        store = open(folder, true);
        Blob old = store.open(name("a", 1, 0), 0, 1).orElseThrow();
        try (InputStream bytes = Channels.newInputStream(old.bytes())) {
            assertThat(bytes.readAllBytes()).containsExactly(7);
        }
        BlobUpload made = begin(name("a", 1, 0), 1);
        made.write(new byte[] {9}, 0, 1);
        assertThat(made.replace(old.tag())).isTrue();
        store.close();
        store = open(folder, true);
        Blob replaced = store.open(name("a", 1, 0), 0, 1).orElseThrow();
        try (InputStream bytes = Channels.newInputStream(replaced.bytes())) {
            assertThat(bytes.readAllBytes()).containsExactly(9);
        }
        try (Stream<Path> leftovers = Files.list(folder.resolve("temporary"))) {
            assertThat(leftovers).isEmpty();
        }
    }

    @Test
    void theMembershipOutlivesTheStore() throws IOException {
        Membership joining = Membership.UNINITIALIZED.joining(2);
        store.replaceMembership(Membership.UNINITIALIZED, joining);
        store.close();
        store = open(folder, true);
        assertThat(store.membership()).isEqualTo(joining);
    }

    @Test
    void whatItStoresIsForItsOwnerAlsoInAFolderThatWasOpenToOthers() throws IOException {
        store.close();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        store = open(folder, true);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
    }

    @Test
    void aFolderInUseIsRefused() {
        assertThatThrownBy(() -> open(folder, true))
                .isInstanceOf(UnusableDataFolderException.class)
                .hasMessageContaining("in use by another fragment service");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedInOneSentence() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> open(file.resolve("below"), true))
                .isInstanceOf(UnusableDataFolderException.class)
                .hasMessageStartingWith("giza.fragment.data-dir " + file)
                .hasMessageContaining("cannot be used");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void blobsOfAllLengthsComeBackWholePastThePageCacheAndThroughIt(boolean direct)
            throws IOException {
        store.close();
        store = open(folder, direct);
        int page = TransferBuffers.ALIGNMENT;
        int buffer = TransferBuffers.LARGE_BYTES;
        List<Integer> lengths =
                List.of(1, page - 1, page, 20_000, buffer - 1, buffer, buffer + 1, 2 * buffer + 5);
        for (int i = 0; i < lengths.size(); i++) {
            byte[] content = new byte[lengths.get(i)];
            new Random(i).nextBytes(content);
            try (BlobUpload upload = begin(name("a", 1, i), content.length)) {
                upload.write(content, 0, content.length);
                assertThat(upload.create()).isTrue();
            }
            Blob blob = store.open(name("a", 1, i), 0, Long.MAX_VALUE).orElseThrow();
            try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
                assertThat(bytes.readAllBytes()).isEqualTo(content);
            }
        }
    }

    @Test
    void moreUploadsThanLargeBuffersGoOnWithSmallOnes() throws IOException {
        List<BlobUpload> uploads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            uploads.add(begin(name("a", 2, i), 1 << 20));
        }
        byte[] content = new byte[100_000];
        new Random(7).nextBytes(content);
        for (int i = 0; i < uploads.size(); i++) {
            try (BlobUpload upload = uploads.get(i)) {
                upload.write(content, 0, content.length);
                assertThat(upload.create()).isTrue();
            }
            Blob blob = store.open(name("a", 2, i), 0, Long.MAX_VALUE).orElseThrow();
            try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
                assertThat(bytes.readAllBytes()).isEqualTo(content);
            }
        }
    }
}
