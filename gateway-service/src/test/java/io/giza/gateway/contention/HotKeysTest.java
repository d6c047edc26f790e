package io.giza.gateway.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.contention.HotKeys.Report;
import io.giza.gateway.fake.SteppedClock;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** The keys at which writers meet most, counted in bounded memory. */
class HotKeysTest {
    private static final int MANY = 100_000;
    private static final BucketId BUCKET = BucketId.random(new Random(1), 16);

    private final SteppedClock clock = new SteppedClock();
    private final HotKeys hot = new HotKeys(clock);

    private static ObjectKey key(String name) {
        return new ObjectKey(BUCKET, name);
    }

    private List<HotKeys.Key> keys() {
        return hot.hottest(10).keys();
    }

    @Test
    void theHottestComeFirstWithWhatHappenedAtEach() {
        hot.conflicted(key("warm"));
        for (int i = 0; i < 3; i++) {
            hot.waited(key("hot"));
        }
        hot.conflicted(key("hot"));

        assertThat(keys())
                .containsExactly(
                        new HotKeys.Key(key("hot"), 3, 1), new HotKeys.Key(key("warm"), 0, 1));
        assertThat(hot.hottest(1).keys()).containsExactly(new HotKeys.Key(key("hot"), 3, 1));
        assertThat(hot.hottest(10).error()).isZero();
    }

    @Test
    void whatIsOlderThanTheWindowBeforeIsForgotten() {
        hot.waited(key("first"));
        clock.advance(HotKeys.WINDOW.multipliedBy(2).minusNanos(1));
        assertThat(keys()).hasSize(1);
        hot.waited(key("second"));

        assertThat(hot.hottest(10).from()).isEqualTo(Instant.EPOCH);
        assertThat(keys())
                .extracting(HotKeys.Key::key)
                .containsExactlyInAnyOrder(key("first"), key("second"));

        clock.advance(Duration.ofNanos(1));
        assertThat(keys()).extracting(HotKeys.Key::key).containsExactly(key("second"));
        clock.advance(HotKeys.WINDOW.multipliedBy(2));
        assertThat(keys()).isEmpty();
    }

    /** What waits for nobody is nobody's news, so the past need not be near. */
    @Test
    void afterARestNothingOldIsShown() {
        hot.waited(key("old"));
        clock.advance(HotKeys.WINDOW.multipliedBy(7));
        hot.waited(key("new"));

        assertThat(keys()).extracting(HotKeys.Key::key).containsExactly(key("new"));
        assertThat(hot.hottest(10).from())
                .isEqualTo(Instant.EPOCH.plus(HotKeys.WINDOW.multipliedBy(6)));
    }

    @Test
    void howeverManyKeysThereAreFewAreKeptAndTheHottestIsAmongThem() {
        for (int i = 0; i < MANY; i++) {
            hot.waited(key("once " + i));
            if (i % 50 == 0) {
                hot.conflicted(key("hot"));
            }
        }
        clock.advance(HotKeys.WINDOW);
        for (int i = 0; i < MANY; i++) {
            hot.waited(key("again " + i));
        }

        Report report = hot.hottest(MANY);
        long real = MANY / 50;
        HotKeys.Key hottest = report.keys().getFirst();
        assertThat(report.keys()).hasSizeLessThanOrEqualTo(1000);
        assertThat(report.error()).isPositive().isLessThan(real);
        assertThat(hottest.key()).isEqualTo(key("hot"));
        assertThat(hottest.conflicts()).isBetween(real, real + report.error());
    }

    /** Names are of strangers, who may choose such as have the same hash code. */
    @Test
    void keysOfOneHashCodeAreToldApart() {
        String[] alike = {"Aa", "BB"};
        for (int i = 0; i < 1 << 10; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                name.append(alike[i >> bit & 1]);
            }
            hot.waited(key(name.toString()));
        }
        hot.waited(key("AaAaAaAaAaAaAaAaAaAa"));

        assertThat(hot.hottest(MANY).keys()).hasSizeBetween(1, 1000);
    }
}
