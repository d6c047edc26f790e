package io.giza.fragment.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.erasure.StripeLayout;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.TransferBuffers;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

class CopyStoreTest {
    private static final int LENGTH = 100 << 10;
    private static final long ROOM = 1 << 20;
    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir private Path folder;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private CopyStore open(Duration keep) throws IOException {
        return CopyStore.open(
                folder, new TransferBuffers(2), new CopyStore.Limits(ROOM, keep), meters);
    }

    @Test
    void aCopyIsReadUntilItIsForgotten() throws IOException {
        try (CopyStore store = open(WEEK)) {
            assertThat(store.open(name(1), 0, 10)).isEmpty();
            keep(store, 1);
            keep(store, 1);
            assertThat(bytes(store, 1)).isEqualTo(LENGTH);
            store.delete(name(1));
            assertThat(store.open(name(1), 0, 10)).isEmpty();
            assertThat(files()).isZero();
        }
    }

    @Test
    void copiesTakeNoMoreThanTheirRoomAndOftenReadOnesStay() throws IOException {
        try (CopyStore store = open(WEEK)) {
            keep(store, 0);
            for (int i = 1; i < 100; i++) {
                for (int reads = 0; reads < 5; reads++) {
                    assertThat(bytes(store, 0)).isEqualTo(LENGTH);
                }
                keep(store, i);
            }
            assertThat(files()).isBetween(5L, ROOM / LENGTH);
            assertThat(meters.get("giza.cache.bytes").gauge().value())
                    .isBetween(1.0, (double) ROOM);
            assertThat(meters.get("giza.cache.evicted").counter().count()).isEqualTo(100 - files());
        }
    }

    @Test
    void copiesOutliveTheService() throws IOException {
        try (CopyStore store = open(WEEK)) {
            keep(store, 1);
        }
        try (CopyStore store = open(WEEK)) {
            assertThat(bytes(store, 1)).isEqualTo(LENGTH);
            try (Stream<Path> all = Files.walk(folder.resolve("blobs"))) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
            assertThat(store.open(name(1), 0, 10)).isEmpty();
            keep(store, 1);
            assertThat(bytes(store, 1)).isEqualTo(LENGTH);
        }
    }

    @Test
    void nothingIsKeptForLongerThanItMayBe() throws IOException {
        try (CopyStore store = open(Duration.ofMillis(50))) {
            keep(store, 1);
            await().untilAsserted(() -> assertThat(store.open(name(1), 0, 10)).isEmpty());
            await().untilAsserted(() -> assertThat(files()).isZero());
        }
    }

    private void keep(CopyStore store, int number) throws IOException {
        StripeLayout layout = new StripeLayout(new Coding.ReedSolomon(2, 1), 1024, 1000);
        FragmentHeader header =
                new FragmentHeader(FragmentHeader.Kind.DATA, id(number), layout, 0, 1);
        try (BlobUpload upload = store.begin(name(number), header, LENGTH)) {
            upload.write(new byte[LENGTH], 0, LENGTH);
            store.keep(name(number), upload, LENGTH);
        }
    }

    private static int bytes(CopyStore store, int number) throws IOException {
        Optional<Blob> blob = store.open(name(number), 0, 2 * LENGTH);
        assertThat(blob).isPresent();
        int count = 0;
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        try (ReadableByteChannel channel = blob.get().bytes()) {
            while (channel.read(buffer.clear()) > 0) {
                count += buffer.position();
            }
        }
        return count;
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("blobs"))) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private static FragmentId id(int number) {
        ObjectKey key = new ObjectKey(new BucketId(new UUID(0, 1)), "key");
        return new FragmentId("default", key, new PutId(new UUID(0, number)), 1);
    }

    private static FragmentName name(int number) {
        return FragmentName.of(id(number));
    }
}
