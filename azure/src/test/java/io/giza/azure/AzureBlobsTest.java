package io.giza.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureBlobs.Condition;
import io.giza.azure.AzureBlobs.Deletion;
import io.giza.azure.AzureBlobs.Found;
import io.giza.azure.AzureBlobs.Item;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Blobs in Azure's emulator, behind a proxy that loses and refuses. */
@NeedsAzurite
class AzureBlobsTest {
    private static @Nullable AzuriteServer server;
    private static int containers;

    private final FaultyProxy proxy = FaultyProxy.before(server().blobPort());
    private final AzureBlobs blobs = blobs(Duration.ofSeconds(20), 3);
    private final BlockBuffers buffers = new BlockBuffers(2);

    @BeforeAll
    static void startServer() {
        server = AzuriteServer.start();
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    private static AzuriteServer server() {
        return Objects.requireNonNull(server);
    }

    @BeforeEach
    void makeContainer() throws IOException {
        blobs.makeContainer();
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    private AzureBlobs blobs(Duration requestTimeout, int retries) {
        AzureSettings.Limits limits =
                new AzureSettings.Limits(
                        null,
                        requestTimeout,
                        retries,
                        Duration.ofMillis(10),
                        Duration.ofMillis(50),
                        null,
                        null);
        AzureSettings settings =
                new AzureSettings(
                        AzuriteServer.connectionString(proxy.port(), 1),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "blobs-" + containers++,
                        null,
                        limits);
        return new AzureBlobs(new AzureClients(settings.toAccount("giza.x")), new VirtualThreads());
    }

    @Test
    void aBlobIsCreatedOnceAndReadInRanges() throws IOException {
        assertThat(put("a", "hello world")).isTrue();
        assertThat(put("a", "other")).isFalse();

        assertThat(read("a", 0, 100)).isEqualTo("hello world");
        assertThat(read("a", 6, 3)).isEqualTo("wor");
        assertThat(read("a", 6, Long.MAX_VALUE)).isEqualTo("world");
        assertThat(read("a", 11, 3)).isEmpty();
        assertThat(blobs.open("b", 0, 1)).isEmpty();
        assertThat(blobs.facts("b")).isEmpty();
        assertThat(blobs.whole("b", 100)).isEmpty();
        assertThat(blobs.whole("a", 5).orElseThrow().bytes()).hasSize(5);
        assertThat(blobs.whole("a", 5).orElseThrow().facts().length()).isEqualTo(11);
    }

    @Test
    void aBlobOfManyBlocksComesBackWholeAndIsUnseenBefore() throws IOException {
        byte[] content = new byte[2 * BlockBuffers.LARGE_BYTES + 12_345];
        new Random(1).nextBytes(content);
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(blobs.open("big", 0, 1)).isEmpty();
            assertThat(blobs.list("", "", 10)).isEmpty();
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(buffers.left()).isEqualTo(2);
        try (InputStream bytes = blobs.open("big", 0, content.length).orElseThrow().bytes()) {
            assertThat(bytes.readAllBytes()).isEqualTo(content);
        }
        assertThat(blobs.facts("big").orElseThrow().metadata()).containsEntry("giza_a", "b");
    }

    @Test
    void anUploadOfAnyLengthGoesThroughTwoBuffersAndGivesThemBack() throws IOException {
        Set<ByteBuffer> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        long length = 10L * BlockBuffers.LARGE_BYTES;
        try (BlockUpload upload = upload("long", length)) {
            for (long left = length; left > 0; ) {
                ByteBuffer room = upload.room();
                seen.add(room);
                left -= room.remaining();
                room.position(room.limit());
            }
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(seen).hasSize(2).allMatch(ByteBuffer::isDirect);
        assertThat(buffers.left()).isEqualTo(2);
        assertThat(blobs.facts("long").orElseThrow().length()).isEqualTo(length);
    }

    @Test
    void aBufferThatAGivenUpRequestMayStillReadIsNotLentAgain() throws IOException {
        ByteBuffer first;
        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        try (BlockUpload upload = upload("a", 1 << 20)) {
            first = upload.room().put((byte) 1);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(buffers.left()).isEqualTo(2);
        try (BlockUpload upload = upload("b", 1 << 20)) {
            assertThat(upload.room()).isNotSameAs(first);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
    }

    @Test
    void anUploadThatIsGivenUpLeavesNothingAndItsBuffersFree() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        try (BlockUpload upload = upload("half", content.length)) {
            write(upload, content);
        }
        assertThat(blobs.open("half", 0, 1)).isEmpty();
        assertThat(blobs.list("", "", 10)).isEmpty();
        assertThat(put("half", "whole")).isTrue();
    }

    @Test
    void whoLosesTheNameAfterSendingBlocksLearnsIt() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        try (BlockUpload slow = upload("raced", content.length)) {
            write(slow, content);
            assertThat(put("raced", "quick")).isTrue();
            assertThat(slow.finish(Condition.IF_ABSENT)).isFalse();
        }
        assertThat(read("raced", 0, 100)).isEqualTo("quick");
    }

    @Test
    void of32CreatorsOfOneNameOneWins() throws Exception {
        List<Future<Boolean>> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 32; i++) {
                String content = "writer " + i;
                outcomes.add(threads.submit(() -> put("one", content)));
            }
        }
        List<Integer> winners = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            if (outcomes.get(i).get()) {
                winners.add(i);
            }
        }
        assertThat(winners).hasSize(1);
        assertThat(read("one", 0, 100)).isEqualTo("writer " + winners.getFirst());
    }

    @Test
    void aWrongPreconditionChangesNothing() throws IOException {
        put("a", "old");
        String tag = tag("a");

        assertThat(replace("a", "\"0x1\"", "new")).isFalse();
        assertThat(replace("b", tag, "new")).isFalse();
        assertThat(blobs.delete("a", "\"0x1\"")).isEqualTo(Deletion.OTHER_TAG);
        assertThat(read("a", 0, 100)).isEqualTo("old");
        assertThat(replace("a", tag, "new")).isTrue();
        assertThat(replace("a", tag, "late")).isFalse();
        assertThat(read("a", 0, 100)).isEqualTo("new");
        assertThat(blobs.delete("a", tag("a"))).isEqualTo(Deletion.DELETED);
        assertThat(blobs.delete("a", null)).isEqualTo(Deletion.ABSENT);
        assertThat(blobs.open("a", 0, 1)).isEmpty();
    }

    @Test
    void theConditionsAreReallySent() throws IOException {
        put("a", "old");
        replace("a", tag("a"), "new");

        List<HttpCall> writes = proxy.calls().stream().filter(c -> isPutOf(c, "a")).toList();
        assertThat(writes).hasSize(2);
        assertThat(writes.get(0).header("If-None-Match")).contains("*");
        assertThat(writes.get(1).header("If-Match")).isPresent();
        assertThat(writes).allMatch(call -> call.target().contains("timeout=20"));
    }

    @Test
    void aWriteWhoseAnswerWasLostIsRecognisedAsOnesOwn() throws IOException {
        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        assertThat(put("a", "mine")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine");
        assertThat(blobs.quiet().left()).isPositive();

        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        assertThat(replace("a", tag("a"), "mine again")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine again");
    }

    @Test
    void aCommitWhoseAnswerWasLostIsRecognisedAsOnesOwn() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        proxy.next(call -> call.target().contains("comp=blocklist"), new Fault.LoseResponse());
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(blobs.facts("big").orElseThrow().length()).isEqualTo(content.length);
    }

    @Test
    void aWriteThatNeverArrivedIsSentAgain() throws IOException {
        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseRequest());
        assertThat(put("a", "mine")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine");
    }

    @Test
    void aWriteThatWasLostWhileAnotherWonIsLost() throws IOException {
        put("a", "theirs");
        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseResponse());

        assertThat(put("a", "mine")).isFalse();
    }

    @Test
    void aWriteThatCannotBeConfirmedIsUnknownAndNotLost() {
        proxy.next(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        proxy.always(call -> call.method().equals("HEAD"), Fault.BUSY);

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "mine"))
                .satisfies(e -> assertThat(e.failure().changedNothing()).isFalse());
        assertThat(blobs.quiet().left()).isPositive();
    }

    @Test
    void aTruncatedUploadLeavesNothingVisible() throws IOException {
        proxy.always(call -> isPutOf(call, "a"), new Fault.TruncateUpload(1000));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "x".repeat(5000)));
        proxy.calm();
        assertThat(blobs.open("a", 0, 1)).isEmpty();
        assertThat(blobs.list("", "", 10)).isEmpty();
    }

    @Test
    void aTruncatedBlockIsSentAgainUnderAnotherIdentity() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 1];
        new Random(2).nextBytes(content);
        proxy.next(
                call -> call.target().contains("comp=block&"), new Fault.TruncateUpload(100_000));
        try (BlockUpload upload = upload("big", content.length)) {
            write(upload, content);
            assertThat(upload.finish(Condition.IF_ABSENT)).isTrue();
        }
        assertThat(proxy.isArmed()).isFalse();
        try (InputStream bytes = blobs.open("big", 0, content.length).orElseThrow().bytes()) {
            assertThat(bytes.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void aTruncatedAnswerIsNoShortBlob() throws IOException {
        put("a", "x".repeat(100_000));
        proxy.next(call -> call.method().equals("GET"), new Fault.TruncateResponse(50_000));
        try (InputStream bytes = blobs.open("a", 0, 100_000).orElseThrow().bytes()) {
            assertThatExceptionOfType(AzureException.class).isThrownBy(bytes::readAllBytes);
        }
    }

    @Test
    void throttlingThatPassesIsNotNoticed() throws IOException {
        proxy.next(call -> isPutOf(call, "a"), Fault.BUSY);
        proxy.next(
                call -> isPutOf(call, "a"),
                new Fault.Refuse(429, "TooManyRequests", Duration.ZERO));
        assertThat(put("a", "x")).isTrue();
        proxy.next(call -> call.method().equals("GET"), Fault.BUSY);
        assertThat(read("a", 0, 1)).isEqualTo("x");
    }

    @Test
    void throttlingThatStaysIsSaid() {
        proxy.always(HttpCall::isWrite, new Fault.Refuse(429, "TooManyRequests", Duration.ZERO));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "x"))
                .satisfies(
                        e ->
                                assertThat(e.failure())
                                        .isEqualTo(
                                                new AzureFailure.Throttled(
                                                        429, "TooManyRequests", Duration.ZERO)));
        assertThat(blobs.quiet().left()).isZero();
    }

    @Test
    void aWriteThatTookTooLongIsGivenUpAndMayBeAppliedLater() throws IOException {
        AzureBlobs hasty = blobs(Duration.ofSeconds(1), 0);
        hasty.makeContainer();
        CountDownLatch later = new CountDownLatch(1);
        proxy.next(call -> isPutOf(call, "a"), new Fault.Hold(later));

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> hasty.put("a", bytes("mine"), Map.of(), Condition.IF_ABSENT))
                .satisfies(e -> assertThat(e.failure().changedNothing()).isFalse());
        assertThat(hasty.quiet().left()).isPositive();
        later.countDown();
    }

    @Test
    void aMissingContainerIsNoAbsentBlob() {
        AzureBlobs nowhere = blobs(Duration.ofSeconds(20), 0);

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> nowhere.open("a", 0, 1))
                .satisfies(
                        e ->
                                assertThat(e.failure())
                                        .isEqualTo(new AzureFailure.NotFound("ContainerNotFound")));
        assertThatExceptionOfType(AzureException.class).isThrownBy(() -> nowhere.facts("a"));
        assertThatExceptionOfType(AzureException.class).isThrownBy(() -> nowhere.whole("a", 9));
        assertThatExceptionOfType(AzureException.class).isThrownBy(() -> nowhere.delete("a", null));
        assertThatExceptionOfType(AzureException.class).isThrownBy(() -> nowhere.list("", "", 10));
    }

    @Test
    void aListIsOrderedByNameAndGoesOnAfterAName() throws IOException {
        for (String name : List.of("b/2", "a-b/1", "a/1", "b/1", "a/2", "b/10")) {
            put(name, "x");
        }
        List<String> all = List.of("a-b/1", "a/1", "a/2", "b/1", "b/10", "b/2");

        assertThat(names(blobs.list("", "", 100))).isEqualTo(all);
        assertThat(names(blobs.list("", "", 2))).isEqualTo(all.subList(0, 2));
        assertThat(names(blobs.list("", "a/1", 2))).isEqualTo(all.subList(2, 4));
        assertThat(names(blobs.list("", "a/0", 1))).containsExactly("a/1");
        assertThat(names(blobs.list("b/", "b/1", 10))).containsExactly("b/10", "b/2");
        assertThat(names(blobs.list("b/", "a", 10))).containsExactly("b/1", "b/10", "b/2");
        assertThat(names(blobs.list("b/", "c", 10))).isEmpty();
    }

    private static List<String> names(List<Item> items) {
        return items.stream().map(Item::name).toList();
    }

    private static boolean isPutOf(HttpCall call, String name) {
        return call.method().equals("PUT")
                && call.target().replaceFirst("\\?.*", "").endsWith("/" + name);
    }

    private BlockUpload upload(String name, long length) {
        return new BlockUpload(blobs, buffers, name, Map.of("giza_a", "b"), length);
    }

    private static void write(BlockUpload upload, byte[] content) throws IOException {
        for (int at = 0; at < content.length; ) {
            ByteBuffer room = upload.room();
            int count = Math.min(room.remaining(), content.length - at);
            room.put(content, at, count);
            at += count;
        }
    }

    private boolean put(String name, String content) throws IOException {
        return blobs.put(name, bytes(content), Map.of(), Condition.IF_ABSENT);
    }

    private boolean replace(String name, String tag, String content) throws IOException {
        return blobs.put(name, bytes(content), Map.of(), new Condition.IfTag(tag));
    }

    private static ByteBuffer bytes(String content) {
        return ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
    }

    private String tag(String name) throws IOException {
        return blobs.facts(name).orElseThrow().tag();
    }

    private String read(String name, long offset, long length) throws IOException {
        Found found = blobs.open(name, offset, length).orElseThrow();
        try (InputStream bytes = found.bytes()) {
            byte[] all = bytes.readAllBytes();
            assertThat(found.length()).isEqualTo(all.length);
            return new String(all, StandardCharsets.UTF_8);
        }
    }
}
