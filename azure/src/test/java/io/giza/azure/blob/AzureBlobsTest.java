package io.giza.azure.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.azure.blob.AzureBlobs.Deletion;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.HttpCall;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class AzureBlobsTest extends ProxiedBlobsFixture {
    @Test
    void aBlobIsCreatedOnceAndReadInRanges() throws IOException {
        assertThat(put("a", "hello world")).isTrue();
        assertThat(put("a", "other")).isFalse();

        assertThat(read("a", 0, 100)).isEqualTo("hello world");
        assertThat(read("a", 6, 3)).isEqualTo("wor");
        assertThat(read("a", 6, Long.MAX_VALUE)).isEqualTo("world");
        assertThat(read("a", 11, 3)).isEmpty();
        assertThat(blobs.open("b", 0, 1)).isEmpty();
        assertThat(blobs.info("b")).isEmpty();
        assertThat(blobs.readSmall("b", 100)).isEmpty();
        assertThat(blobs.readSmall("a", 5).orElseThrow().bytes()).hasSize(5);
        assertThat(blobs.readSmall("a", 5).orElseThrow().info().length()).isEqualTo(11);
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
        assertThat(blobs.delete("a", "\"0x1\"")).isEqualTo(Deletion.TAG_MISMATCH);
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
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        assertThat(put("a", "mine")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine");
        assertThat(blobs.quietPeriod().remaining()).isPositive();

        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        assertThat(replace("a", tag("a"), "mine again")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine again");
    }

    @Test
    void aWriteThatNeverArrivedIsSentAgain() throws IOException {
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseRequest());
        assertThat(put("a", "mine")).isTrue();
        assertThat(read("a", 0, 100)).isEqualTo("mine");
    }

    @Test
    void aWriteThatWasLostWhileAnotherWonIsLost() throws IOException {
        put("a", "theirs");
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseResponse());

        assertThat(put("a", "mine")).isFalse();
    }

    @Test
    void aWriteThatCannotBeConfirmedIsUnknownAndNotLost() {
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.LoseResponse());
        proxy.applyToAll(call -> call.method().equals("HEAD"), Fault.BUSY);

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "mine"))
                .satisfies(e -> assertThat(e.failure().hasChangedNothing()).isFalse());
        assertThat(blobs.quietPeriod().remaining()).isPositive();
    }

    @Test
    void aTruncatedUploadLeavesNothingVisible() throws IOException {
        proxy.applyToAll(call -> isPutOf(call, "a"), new Fault.TruncateUpload(1000));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "x".repeat(5000)));
        proxy.clearFaults();
        assertThat(blobs.open("a", 0, 1)).isEmpty();
        assertThat(blobs.list("", "", 10)).isEmpty();
    }

    @Test
    void aTruncatedAnswerIsNoShortBlob() throws IOException {
        put("a", "x".repeat(100_000));
        proxy.applyToNext(call -> call.method().equals("GET"), new Fault.TruncateResponse(50_000));
        try (InputStream bytes = blobs.open("a", 0, 100_000).orElseThrow().bytes()) {
            assertThatExceptionOfType(AzureException.class).isThrownBy(bytes::readAllBytes);
        }
    }

    @Test
    void throttlingThatPassesIsNotNoticed() throws IOException {
        proxy.applyToNext(call -> isPutOf(call, "a"), Fault.BUSY);
        proxy.applyToNext(
                call -> isPutOf(call, "a"),
                new Fault.Refuse(429, "TooManyRequests", Duration.ZERO));
        assertThat(put("a", "x")).isTrue();
        proxy.applyToNext(call -> call.method().equals("GET"), Fault.BUSY);
        assertThat(read("a", 0, 1)).isEqualTo("x");
    }

    @Test
    void throttlingThatStaysIsSaid() {
        proxy.applyToAll(
                HttpCall::isWrite, new Fault.Refuse(429, "TooManyRequests", Duration.ZERO));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> put("a", "x"))
                .satisfies(
                        e ->
                                assertThat(e.failure())
                                        .isEqualTo(
                                                new AzureFailure.Throttled(
                                                        429, "TooManyRequests", Duration.ZERO)));
        assertThat(blobs.quietPeriod().remaining()).isZero();
    }

    @Test
    void aWriteThatTookTooLongIsGivenUpAndMayBeAppliedLater() throws IOException {
        AzureBlobs impatientBlobs = blobs(Duration.ofSeconds(1), 0);
        impatientBlobs.createContainerIfAbsent();
        CountDownLatch later = new CountDownLatch(1);
        proxy.applyToNext(call -> isPutOf(call, "a"), new Fault.Hold(later));

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(
                        () -> impatientBlobs.put("a", bytes("mine"), Map.of(), Condition.IF_ABSENT))
                .satisfies(e -> assertThat(e.failure().hasChangedNothing()).isFalse());
        assertThat(impatientBlobs.quietPeriod().remaining()).isPositive();
        later.countDown();
    }

    @Test
    void aMissingContainerIsNoAbsentBlob() {
        AzureBlobs blobsOfMissingContainer = blobs(Duration.ofSeconds(20), 0);

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> blobsOfMissingContainer.open("a", 0, 1))
                .satisfies(
                        e ->
                                assertThat(e.failure())
                                        .isEqualTo(new AzureFailure.NotFound("ContainerNotFound")));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> blobsOfMissingContainer.info("a"));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> blobsOfMissingContainer.readSmall("a", 9));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> blobsOfMissingContainer.delete("a", null));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> blobsOfMissingContainer.list("", "", 10));
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
}
