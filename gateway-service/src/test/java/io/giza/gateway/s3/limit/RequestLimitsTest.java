package io.giza.gateway.s3.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.limit.RequestLimits.Admission;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is let in, by a clock that stands until it is told to go on. */
class RequestLimitsTest {
    private static final KeyLimits TEN_REQUESTS = new KeyLimits(10, 0, 0, 0);

    private final SteppedClock time = new SteppedClock();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private RequestLimits limits(KeyLimits ofDefault) {
        return new RequestLimits(Map.of("default", ofDefault), time, metrics);
    }

    private static Caller caller(String key, Role role, KeyLimits limits) {
        return new Caller(
                key, RunningGateway.account(), role, limits, new PayloadMode.Unsigned(), Set.of());
    }

    private static Caller user(String key) {
        return caller(key, Role.USER, KeyLimits.NONE);
    }

    /** Lets in as many as are let in, and returns how many that were. */
    private static int admitted(RequestLimits limits, Caller caller, int tries) {
        int count = 0;
        for (int i = 0; i < tries; i++) {
            try {
                limits.admit(caller, false).end(0, 0);
                count++;
            } catch (S3Exception e) {
                assertThat(e.error().code()).isEqualTo("SlowDown");
            }
        }
        return count;
    }

    private double refused(String limit) {
        return metrics.get("giza.s3.limited").tag("limit", limit).counter().count();
    }

    @Test
    void anAccountHasItsRateAndTheBurstOfTenSecondsWhateverItsKeys() {
        RequestLimits limits = limits(TEN_REQUESTS);
        assertThat(admitted(limits, user("a"), 60) + admitted(limits, user("b"), 60))
                .isEqualTo(100);
        assertThat(refused("requests")).isEqualTo(20);

        time.advance(Duration.ofSeconds(3));

        assertThat(admitted(limits, user("b"), 100)).isEqualTo(30);
    }

    @Test
    void aKeyHasItsOwnLimitAndLeavesTheRestOfItsAccountToOthers() {
        RequestLimits limits = limits(TEN_REQUESTS);
        Caller limited = caller("a", Role.USER, new KeyLimits(1, 0, 0, 0));

        assertThat(admitted(limits, limited, 100)).isEqualTo(10);
        assertThat(admitted(limits, user("b"), 200)).isEqualTo(90);
    }

    @Test
    void aKeyWithOtherLimitsBeginsAnewAndOneWithoutHasNone() {
        RequestLimits limits = limits(KeyLimits.NONE);
        assertThat(admitted(limits, caller("a", Role.USER, TEN_REQUESTS), 200)).isEqualTo(100);
        assertThat(admitted(limits, caller("a", Role.USER, new KeyLimits(2, 0, 0, 0)), 200))
                .isEqualTo(20);
        assertThat(admitted(limits, user("a"), 200)).isEqualTo(200);
    }

    @Test
    void operatorsHaveNoLimit() {
        RequestLimits limits = limits(new KeyLimits(1, 1, 1, 1));
        Caller operator = caller("a", Role.OPERATOR, new KeyLimits(1, 1, 1, 1));

        assertThat(admitted(limits, operator, 500)).isEqualTo(500);
    }

    @Test
    void whoIsRefusedIsToldWhenToTryAgain() {
        RequestLimits limits = limits(new KeyLimits(0, 100, 0, 0));
        limits.admit(user("a"), true).end(1000 + 250, 0);

        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> limits.admit(user("a"), false))
                .satisfies(e -> assertThat(e.headers()).containsEntry("Retry-After", "3"));
        assertThat(refused("received")).isEqualTo(1);

        time.advance(Duration.ofSeconds(3));

        limits.admit(user("a"), false).end(0, 0);
    }

    @Test
    void bytesThatAreSentCountToo() {
        RequestLimits limits = limits(new KeyLimits(0, 0, 10, 0));
        limits.admit(user("a"), false).end(0, 110);

        assertThat(admitted(limits, user("a"), 1)).isZero();
        time.advance(Duration.ofSeconds(2));
        assertThat(admitted(limits, user("a"), 1)).isEqualTo(1);
    }

    @Test
    void theGreatestLimitsAreCountedToo() {
        long most = KeyLimits.MOST_BYTES;
        RequestLimits limits = limits(new KeyLimits(KeyLimits.MOST, most, most, KeyLimits.MOST));
        limits.admit(user("a"), true).end(12 * most, 0);

        assertThat(admitted(limits, user("a"), 1)).isZero();
        time.advance(Duration.ofSeconds(3));
        assertThat(admitted(limits, user("a"), 1)).isEqualTo(1);
    }

    @Test
    void uploadsAreLimitedAtOnceAndOtherRequestsAreNot() {
        RequestLimits limits = limits(new KeyLimits(0, 0, 0, 2));
        List<Admission> open = new ArrayList<>();
        open.add(limits.admit(user("a"), true));
        open.add(limits.admit(user("b"), true));

        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> limits.admit(user("a"), true));
        assertThat(admitted(limits, user("a"), 10)).isEqualTo(10);

        open.removeFirst().end(0, 0);
        open.add(limits.admit(user("a"), true));
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> limits.admit(user("b"), true));
    }

    @Test
    void whatTheAccountRefusesIsNotKeptByTheKey() {
        RequestLimits limits = limits(new KeyLimits(0, 0, 0, 1));
        Caller limited = caller("a", Role.USER, new KeyLimits(0, 0, 0, 5));
        Admission other = limits.admit(user("b"), true);
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> limits.admit(limited, true));
        }
        other.end(0, 0);

        limits.admit(limited, true).end(0, 0);
    }
}
