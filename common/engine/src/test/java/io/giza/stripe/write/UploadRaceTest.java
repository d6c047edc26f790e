package io.giza.stripe.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.ManualTime;
import io.giza.model.DcName;
import io.giza.replica.Promptness;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class UploadRaceTest {
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration FAST = Duration.ofMillis(100);

    private final List<String> notes = new ArrayList<>();
    private int underWay;

    private final ManualTime time = new ManualTime();

    private final Promptness promptness =
            new Promptness() {
                @Override
                public void begun(DcName dc) {
                    underWay++;
                }

                @Override
                public void ended(DcName dc) {
                    underWay--;
                }

                @Override
                public void failed(DcName dc) {}

                @Override
                public void late(DcName dc) {
                    notes.add("late " + dc);
                }

                @Override
                public void prompt(DcName dc) {
                    notes.add("prompt " + dc);
                }

                @Override
                public boolean isSlow(DcName dc) {
                    return false;
                }
            };

    private final UploadRace race = new UploadRace(time, GRACE, promptness, 3);
    private final List<UploadRace.Entry> entries = List.of(enter(0), enter(1), enter(2));

    private UploadRace.Entry enter(int index) {
        return race.enter(index, new DcName("dc" + (index + 1)));
    }

    private void stored(int index, Duration took) {
        entries.get(index).sent();
        time.sleep(took);
        entries.get(index).end(true);
    }

    @Test
    void whoTakesFarLongerThanAllOthersIsLate() {
        stored(0, FAST);
        stored(2, FAST);
        stored(1, FAST.plus(GRACE).plusMillis(1));
        assertThat(notes).containsExactly("prompt dc1", "prompt dc3", "late dc2");
        assertThat(underWay).isZero();
    }

    @Test
    void whoIsMerelyTheLastIsPrompt() {
        stored(0, FAST);
        stored(2, FAST);
        stored(1, FAST.plus(GRACE));
        assertThat(notes).endsWith("prompt dc2");
    }

    /** As with large objects, or a processor that is busy. */
    @Test
    void whereAllTakeLongTheLastIsPrompt() {
        stored(0, GRACE);
        stored(2, GRACE);
        stored(1, GRACE.multipliedBy(5));
        assertThat(notes).endsWith("prompt dc2");
    }

    @Test
    void nothingIsNotedOfWhoTakesLongWhileAnotherTakesLongerStill() {
        stored(0, FAST);
        stored(1, GRACE.multipliedBy(9));
        assertThat(notes).containsExactly("prompt dc1");
    }

    /** The time of sending depends on the client and the length. */
    @Test
    void whatIsSentLateIsNotLate() {
        stored(0, FAST);
        stored(2, FAST);
        time.sleep(GRACE.multipliedBy(9));
        stored(1, FAST);
        assertThat(notes).endsWith("prompt dc2");
    }

    @Test
    void aPutThatLacksAFragmentSaysNothing() {
        entries.get(0).end(false);
        stored(1, FAST);
        stored(2, GRACE.multipliedBy(9));
        assertThat(notes).isEmpty();
    }

    @Test
    void aSpareIsComparedLikeTheOthers() {
        entries.get(0).end(false);
        UploadRace.Entry spare = enter(0);
        stored(1, FAST);
        stored(2, FAST);
        spare.sent();
        time.sleep(GRACE.multipliedBy(9));
        spare.end(true);
        assertThat(notes).containsExactly("prompt dc2", "prompt dc3", "late dc1");
    }
}
