package io.giza.bench.wan.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

class CongestionWindowTest {
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LARGE = 1 << 30;

    private long now;

    @Test
    void doublesInEachRoundTripInWhichAllOfItIsUsed() {
        CongestionWindow window = new CongestionWindow(LARGE, true);

        for (long expected = CongestionWindow.INITIAL; expected < 1 << 20; expected *= 2) {
            assertThat(window.room(now, ROUND)).isEqualTo(expected);
            sendAll(window);
            assertThat(window.room(now, ROUND)).isZero();
            now = window.nextAcknowledgement();
        }
    }

    @Test
    void growsToTheWindowOfTheReceiverAndNoFurther() {
        CongestionWindow window = new CongestionWindow(100_000, true);

        grow(window, 20);

        assertThat(window.room(now, ROUND)).isEqualTo(100_000);
    }

    @Test
    void staysWhereMostOfItIsNotUsed() {
        CongestionWindow window = new CongestionWindow(LARGE, true);

        for (int round = 0; round < 10; round++) {
            window.sent(1000, now, ROUND, now + ROUND);
            now += ROUND;
        }

        assertThat(window.room(now, ROUND)).isEqualTo(CongestionWindow.INITIAL);
    }

    @Test
    void isHalvedForEachTimeoutOfAPause() {
        CongestionWindow window = new CongestionWindow(LARGE, true);
        grow(window, 6);
        long before = window.room(now, ROUND);

        // The last byte was sent a round trip ago, and a timeout is that and 200 ms.
        now += TimeUnit.MILLISECONDS.toNanos(200);
        assertThat(window.room(now, ROUND)).isEqualTo(before / 2);

        now += TimeUnit.SECONDS.toNanos(60);
        assertThat(window.room(now, ROUND)).isEqualTo(CongestionWindow.INITIAL);
    }

    /** Whoever waits for something to send does not look at the window again before it is sent. */
    @Test
    void isHalvedByWhatIsSentAfterAPauseToo() {
        CongestionWindow window = new CongestionWindow(LARGE, true);
        grow(window, 6);
        long before = window.room(now, ROUND);

        now += TimeUnit.MILLISECONDS.toNanos(200);
        window.sent(1000, now, ROUND, now + ROUND);

        assertThat(window.room(now, ROUND)).isEqualTo(before / 2 - 1000);
    }

    @Test
    void keepsItsSizeInPausesWhereThatIsAskedFor() {
        CongestionWindow window = new CongestionWindow(LARGE, false);
        grow(window, 6);
        long before = window.room(now, ROUND);

        now += TimeUnit.SECONDS.toNanos(60);

        assertThat(window.room(now, ROUND)).isEqualTo(before);
    }

    @Test
    void isHalfOfWhatWasOnItsWayAfterALossAndGrowsBySegmentsFromThenOn() {
        CongestionWindow window = new CongestionWindow(LARGE, true);
        grow(window, 5);
        long before = window.room(now, ROUND);
        sendAll(window);
        window.lost();
        now = window.nextAcknowledgement();

        assertThat(window.room(now, ROUND))
                .isBetween(before / 2, before / 2 + 3L * CongestionWindow.SEGMENT);
        long half = window.room(now, ROUND);
        grow(window, 1);
        assertThat(window.room(now, ROUND)).isEqualTo(half + CongestionWindow.SEGMENT);
    }

    private void grow(CongestionWindow window, int rounds) {
        for (int round = 0; round < rounds; round++) {
            sendAll(window);
            now = window.nextAcknowledgement();
            window.room(now, ROUND);
        }
    }

    private void sendAll(CongestionWindow window) {
        window.sent((int) window.room(now, ROUND), now, ROUND, now + ROUND);
    }
}
