package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.paxos.Membership;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

class DiskBlobStoreTest extends BlobStoreContract {
    @TempDir private Path folder;
    private DiskBlobStore store;

    @BeforeEach
    void open() {
        store = DiskBlobStore.open(folder);
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
        try (BlobUpload upload = store.begin()) {
            upload.write(new byte[] {7}, 0, 1);
            upload.create(name("a", 1, 0));
        }
        BlobUpload cutOff = store.begin();
        cutOff.write(new byte[] {8}, 0, 1);
        store.close();
        store = DiskBlobStore.open(folder);
        assertThat(store.list("", "", 10)).hasSize(1);
        try (Stream<Path> leftovers = Files.list(folder.resolve("temporary"))) {
            assertThat(leftovers).isEmpty();
        }
    }

    @Test
    void theMembershipOutlivesTheStore() throws IOException {
        Membership joining = Membership.UNTOLD.joining(2);
        store.replaceMembership(Membership.UNTOLD, joining);
        store.close();
        store = DiskBlobStore.open(folder);
        assertThat(store.membership()).isEqualTo(joining);
    }

    @Test
    void aFolderInUseIsRefused() {
        assertThatThrownBy(() -> DiskBlobStore.open(folder))
                .isInstanceOf(UnusableDataFolderException.class)
                .hasMessageContaining("in use by another fragment service");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedInOneSentence() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DiskBlobStore.open(file.resolve("below")))
                .isInstanceOf(UnusableDataFolderException.class)
                .hasMessageStartingWith("giza.fragment.data-dir " + file)
                .hasMessageContaining("cannot be used");
    }
}
