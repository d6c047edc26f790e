package io.giza.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.ManualTime;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class SlownessTest {
    private static final DcName DC = new DcName("dc2");

    private final ManualTime time = new ManualTime();

    private final Slowness slowness = new Slowness(time);

    private void late(int times) {
        for (int i = 0; i < times; i++) {
            time.sleep(Slowness.ONE);
            slowness.late(DC);
        }
    }

    private void prompt(int times) {
        for (int i = 0; i < times; i++) {
            slowness.prompt(DC);
        }
    }

    @Test
    void whoIsLateOftenEnoughInARowIsSlow() {
        late(Slowness.LATE_IN_A_ROW - 1);
        prompt(1);
        late(Slowness.LATE_IN_A_ROW - 1);
        assertThat(slowness.isSlow(DC)).isFalse();
        late(1);
        assertThat(slowness.isSlow(DC)).isTrue();
        assertThat(slowness.isSlow(new DcName("dc1"))).isFalse();
    }

    @Test
    void whoIsPromptOftenEnoughInARowIsSlowNoMore() {
        late(Slowness.LATE_IN_A_ROW);
        prompt(Slowness.PROMPT_IN_A_ROW - 1);
        late(1);
        prompt(Slowness.PROMPT_IN_A_ROW - 1);
        assertThat(slowness.isSlow(DC)).isTrue();
        prompt(1);
        assertThat(slowness.isSlow(DC)).isFalse();
    }

    /** A pause of the process makes all uploads late at once. */
    @Test
    void whatIsLateTogetherCountsOnce() {
        for (int i = 0; i < 100; i++) {
            slowness.late(DC);
        }
        assertThat(slowness.isSlow(DC)).isFalse();
    }

    @Test
    void whatNobodyNotesIsForgotten() {
        late(Slowness.LATE_IN_A_ROW);
        time.sleep(Slowness.MEMORY);
        assertThat(slowness.isSlow(DC)).isTrue();
        time.sleep(Duration.ofNanos(1));
        assertThat(slowness.isSlow(DC)).isFalse();
        late(1);
        assertThat(slowness.isSlow(DC)).isFalse();
    }

    @Test
    void whoBeginsAnewKnowsWhoIsSlow() {
        late(Slowness.LATE_IN_A_ROW);
        Slowness next = new Slowness(time);
        next.continueFrom(slowness);
        assertThat(next.isSlow(DC)).isTrue();
    }

    @Test
    void aFailureCountsForAWhile() {
        assertThat(slowness.isFailing(DC)).isFalse();
        slowness.failed(DC);
        assertThat(slowness.isFailing(DC)).isTrue();
        time.sleep(Slowness.FAILING);
        assertThat(slowness.isFailing(DC)).isFalse();
    }

    @Test
    void uploadsUnderWayAreCounted() {
        slowness.begun(DC);
        slowness.begun(DC);
        slowness.ended(DC);
        assertThat(slowness.underWay(DC)).isEqualTo(1);
        slowness.ended(DC);
        assertThat(slowness.underWay(DC)).isZero();
    }
}
