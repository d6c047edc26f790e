package io.giza.gateway.s3.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.logging.LoggedRequest.Sender;
import io.giza.gateway.s3.logging.LoggedRequest.SignatureKind;
import io.giza.gateway.s3.request.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;

/** What is held of records until they are delivered, and what becomes of them. */
class BucketLogsTest {
    private static final int MEMORY = 100_000;

    private final SteppedClock clock = new SteppedClock();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final Sink sink = new Sink();
    private final BucketLogs logs = logs(MEMORY);

    private BucketLogs logs(long memory) {
        return new BucketLogs(sink, new Surroundings(clock, clock, new Random(1)), memory, metrics);
    }

    /** Takes records, and says of them what a test wants. */
    private static final class Sink implements LogSink {
        private final List<String> delivered = new ArrayList<>();
        private final Set<String> unwanted = new HashSet<>();
        private final Set<String> known = new HashSet<>();
        private Outcome outcome = Outcome.DELIVERED;
        private String recordsIn = "";

        @Override
        public void forget(String bucket) {
            known.remove(bucket);
        }

        @Override
        public boolean isKnownUnwanted(String bucket) {
            return known.contains(bucket);
        }

        @Override
        public boolean isUnwanted(String bucket) {
            return unwanted.contains(bucket) && known.add(bucket);
        }

        @Override
        public Outcome deliver(
                String bucket, List<LogLine> lines, BiConsumer<String, LogLine> recorded) {
            if (outcome == Outcome.DELIVERED) {
                delivered.add(bucket + " " + lines.size());
                if (!recordsIn.isEmpty()) {
                    recorded.accept(recordsIn, new LogLine(Instant.EPOCH, "delivery", true));
                }
            }
            return outcome;
        }
    }

    private void add(String bucket) {
        add(logs, bucket, "k");
    }

    private static void add(BucketLogs logs, String bucket, String key) {
        LoggedRequest own =
                LoggedRequest.ofDelivery(
                        new Resource(bucket, key),
                        Instant.EPOCH,
                        new RequestIds("id", "host"),
                        1,
                        Duration.ZERO);
        Sender client = new Sender("::1", "arn:aws:iam::a:user/b", SignatureKind.V4_HEADER, false);
        logs.add(
                bucket,
                () ->
                        new LoggedRequest(
                                own.resource(),
                                own.time(),
                                client,
                                own.ids(),
                                own.operation(),
                                own.line(),
                                own.answer(),
                                own.duration(),
                                own.client(),
                                own.connection()));
    }

    private void runForked() {
        List<Runnable> tasks = List.copyOf(clock.forked());
        clock.forked().clear();
        tasks.forEach(Runnable::run);
    }

    private double count(String fate) {
        return metrics.get("giza.bucket.log.records").tag("fate", fate).counter().count();
    }

    private double held() {
        return metrics.get("giza.bucket.log.held").gauge().value();
    }

    @Test
    void recordsWaitForTheirDelivery() {
        add("a");
        add("a");
        runForked();
        assertThat(sink.delivered).isEmpty();
        assertThat(held()).isPositive();

        logs.deliverAll();
        logs.deliverAll();

        assertThat(sink.delivered).containsExactly("a 2");
        assertThat(count("delivered")).isEqualTo(2);
        assertThat(held()).isZero();
    }

    @Test
    void whatNobodyWantsIsForgottenAndNotAskedAboutAgain() {
        sink.unwanted.add("a");
        add("a");
        assertThat(clock.forked()).hasSize(1);
        runForked();
        assertThat(held()).isZero();

        logs.add(
                "a",
                () -> {
                    throw new AssertionError("nobody asks for the record");
                });

        assertThat(clock.forked()).isEmpty();
        assertThat(count("overflowed")).isZero();
    }

    @Test
    void whatCannotBeDeliveredNowWaitsInItsOrder() {
        sink.outcome = LogSink.Outcome.LATER;
        add("a");
        logs.deliverAll();
        add("a");
        assertThat(held()).isPositive();
        sink.outcome = LogSink.Outcome.DELIVERED;

        logs.deliverAll();

        assertThat(sink.delivered).containsExactly("a 2");
        assertThat(held()).isZero();
    }

    @Test
    void whatIsRefusedIsCounted() {
        sink.outcome = LogSink.Outcome.REFUSED;
        add("a");
        logs.deliverAll();

        assertThat(count("refused")).isEqualTo(1);
        assertThat(held()).isZero();
    }

    @Test
    void oneBucketHoldsNoMoreThanAQuarterAndAllNoMoreThanTheWhole() {
        for (int i = 0; i < 1_000; i++) {
            add("a");
        }
        assertThat(held()).isBetween(MEMORY / 4 - 1_000.0, MEMORY / 4.0);
        double ofOne = count("overflowed");
        assertThat(ofOne).isPositive();

        for (int i = 0; i < 1_000; i++) {
            add("b" + i);
        }
        assertThat(held()).isBetween(MEMORY - 1_000.0, (double) MEMORY);
        assertThat(count("overflowed")).isGreaterThan(ofOne);
    }

    @Test
    void muchOfOneBucketIsDeliveredBeforeItsTime() {
        BucketLogs large = logs(16 * BucketLogs.PIECE_BYTES);
        add(large, "a", "k");
        runForked();
        for (int i = 0; clock.forked().isEmpty(); i++) {
            assertThat(i).isLessThan(10_000);
            add(large, "a", "k".repeat(1000));
        }
        assertThat(clock.forked()).hasSize(1);
        runForked();

        assertThat(sink.delivered).hasSize(1);
    }

    @Test
    void aBucketThatLogsIntoItselfComesToRest() {
        sink.recordsIn = "a";
        add("a");
        logs.deliverAll();
        runForked();
        for (int i = 0; i < 10; i++) {
            logs.deliverAll();
        }
        assertThat(sink.delivered).containsExactly("a 1");

        add("a");
        logs.deliverAll();

        assertThat(sink.delivered).containsExactly("a 1", "a 2");
    }

    @Test
    void ofDeliveriesAloneOnlySomeRecordsAreKept() {
        sink.recordsIn = "target";
        for (int i = 0; i < 2 * LogBuffer.MOST_DELIVERIES; i++) {
            add("a");
            logs.deliverAll();
        }
        assertThat(count("overflowed")).isEqualTo(LogBuffer.MOST_DELIVERIES);
    }
}
