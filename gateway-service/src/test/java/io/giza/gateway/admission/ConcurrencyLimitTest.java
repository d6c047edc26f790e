package io.giza.gateway.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The limit of two processors, and at most 100 requests. */
@Timeout(60)
class ConcurrencyLimitTest {
    private static final long LATE = Duration.ofMillis(60).toNanos();
    private static final long SOON = Duration.ofMillis(5).toNanos();

    private final VirtualThreads threads = new VirtualThreads();
    private final ConcurrencyLimit limit = limit(threads, threads);
    private final Budget requests = limit.requests();

    private static ConcurrencyLimit limit(Tasks tasks, Time time) {
        return new ConcurrencyLimit(2, 100, new Surroundings(tasks, time, new Random(1)));
    }

    private Budget.Share takeOne() {
        return requests.take("", 1, threads.after(Duration.ofMinutes(1)), threads).orElseThrow();
    }

    /** Takes turns until a request waits. */
    private void takeAll(List<Budget.Share> shares) {
        while (requests.free() > requests.capacity() / 8 + 1) {
            shares.add(takeOne());
        }
        threads.fork(
                "requests",
                () -> {
                    while (true) {
                        takeOne();
                    }
                });
        await().until(requests::isCrowded);
    }

    @Test
    void theLimitBeginsLow() {
        assertThat(requests.capacity()).isEqualTo(64);
        assertThat(requests.isCrowded()).isFalse();
    }

    @Test
    void theLimitIsHalvedWhileTasksGetProcessorsLate() {
        limit.adapt(LATE);
        assertThat(requests.capacity()).isEqualTo(32);
        limit.adapt(LATE);
        limit.adapt(LATE);
        assertThat(requests.capacity()).isEqualTo(16);
    }

    @Test
    void theLimitRisesWhileRequestsWait() {
        takeAll(new ArrayList<>());
        limit.adapt(SOON);
        assertThat(requests.capacity()).isEqualTo(72);
        // An address has seven eighths.
        await().until(() -> requests.held() == 63);
        for (int i = 0; i < 10; i++) {
            await().until(requests::isCrowded);
            limit.adapt(SOON);
        }
        assertThat(requests.capacity()).isEqualTo(100);
    }

    @Test
    void theLimitFallsEvenWhileRequestsWait() {
        takeAll(new ArrayList<>());
        limit.adapt(LATE);
        assertThat(requests.capacity()).isEqualTo(32);
    }

    @Test
    void theLimitStaysWhileNoneWaits() {
        limit.adapt(SOON);
        assertThat(requests.capacity()).isEqualTo(64);
    }

    @Test
    void requestsThatWaitBeginAsOthersEnd() {
        List<Budget.Share> shares = new ArrayList<>();
        takeAll(shares);
        long held = requests.held();
        shares.forEach(Budget.Share::close);
        await().until(() -> requests.held() == held);
    }

    @Test
    void theDelayIsWhatASleepTookTooLong() {
        List<Duration> lateness =
                new ArrayList<>(List.of(Duration.ofMillis(60), Duration.ofMillis(5)));
        var sampled = new SampledTime(lateness);
        ConcurrencyLimit busy = limit(threads, sampled);
        busy.start();
        await().until(() -> sampled.isOver);
        assertThat(busy.requests().capacity()).isEqualTo(32);
        busy.close();
    }

    /** Copies may last for minutes. */
    @Test
    void aLongRequestCountsForTwoSeconds() {
        SampledTime time = new SampledTime(List.of());
        ConcurrencyLimit of = limit(threads, time);
        try (Budget.Share _ = of.begin(time.after(Duration.ofMinutes(1))).orElseThrow()) {
            time.now += Duration.ofMillis(1_999).toNanos();
            of.endLongTurns();
            assertThat(of.requests().held()).isEqualTo(1);
            time.now += Duration.ofMillis(1).toNanos();
            of.endLongTurns();
            assertThat(of.requests().held()).isZero();
        }
        assertThat(of.requests().held()).isZero();
    }

    /** A clock whose sleeps last too long. */
    private final class SampledTime implements Time {
        private final List<Duration> lateness;
        private long now;
        private volatile boolean isOver;

        SampledTime(List<Duration> lateness) {
            this.lateness = lateness;
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public void sleep(Duration duration) {
            if (lateness.isEmpty()) {
                isOver = true;
                threads.sleep(duration);
                return;
            }
            now += duration.plus(lateness.removeFirst()).toNanos();
        }
    }
}
