package io.giza.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What a lock forbids, and what may take its place. */
class VersionLockTest {
    private static final Instant NOW = Instant.parse("2026-02-28T10:00:00Z");

    /** G and C with the hours from now until which it lasts; none is a hyphen. */
    @ParameterizedTest(name = "{0} held {1} bypassed {2}: {3}")
    @CsvSource({
        "-, UNSET, false, false",
        "-, OFF, false, false",
        "-, ON, true, true",
        "G1, UNSET, false, true",
        "G1, UNSET, true, false",
        "G1, ON, true, true",
        "C1, UNSET, true, true",
        "C-1, UNSET, false, false",
        "C0, UNSET, false, false",
        "C-1, ON, false, true",
    })
    void aVersionIsProtectedByEither(
            String retention, LegalHold hold, boolean bypassed, boolean isProtected) {
        VersionLock lock = new VersionLock(retention(retention), hold);

        assertThat(lock.protects(new LockPermit(bypassed, NOW))).isEqualTo(isProtected);
    }

    @ParameterizedTest(name = "{0} becomes {1} bypassed {2}: {3}")
    @CsvSource({
        "-, C1, false, true",
        "G2, G2, false, true",
        "G2, G3, false, true",
        "G2, G1, false, false",
        "G2, -, false, false",
        "G2, C2, false, false",
        "G2, C3, true, true",
        "G2, G1, true, true",
        "G2, -, true, true",
        "C2, C2, false, true",
        "C2, C3, false, true",
        "C2, C1, true, false",
        "C2, G3, true, false",
        "C2, -, true, false",
        "C-1, G1, false, true",
        "C-1, -, false, true",
    })
    void aRetentionInForceIsOnlyMadeLonger(
            String from, String to, boolean bypassed, boolean allowed) {
        VersionLock lock = VersionLock.NONE.withRetention(retention(from));

        assertThat(lock.mayBecome(retention(to), new LockPermit(bypassed, NOW))).isEqualTo(allowed);
    }

    @Test
    void withoutAProvenTimeNoRetentionIsOver() {
        VersionLock lock = VersionLock.NONE.withRetention(retention("C-1"));

        assertThat(lock.protects(LockPermit.NONE)).isTrue();
        assertThat(lock.endedBefore(NOW)).contains(NOW.minus(Duration.ofHours(1)));
        assertThat(lock.endedBefore(NOW.minus(Duration.ofHours(2)))).isEmpty();
    }

    @Test
    void aDefaultIsForWhatHasNoRetentionOfItsOwn() {
        var years = new DefaultRetention(RetentionMode.COMPLIANCE, 1, DefaultRetention.Unit.YEARS);
        VersionLock own = VersionLock.NONE.withRetention(retention("G1"));

        assertThat(own.orDefault(Optional.of(years), NOW)).isEqualTo(own);
        assertThat(VersionLock.NONE.orDefault(Optional.empty(), NOW)).isEqualTo(VersionLock.NONE);
        assertThat(VersionLock.NONE.orDefault(Optional.of(years), NOW).retention())
                .contains(
                        new Retention(
                                RetentionMode.COMPLIANCE, Instant.parse("2027-02-28T10:00:00Z")));
    }

    @Test
    void aDefaultLastsAtLeastADayAndAtMostAHundredYears() {
        assertThatThrownBy(
                        () ->
                                new DefaultRetention(
                                        RetentionMode.GOVERNANCE, 0, DefaultRetention.Unit.DAYS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                new DefaultRetention(
                                        RetentionMode.GOVERNANCE, 101, DefaultRetention.Unit.YEARS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<Retention> retention(String text) {
        if (text.equals("-")) {
            return Optional.empty();
        }
        RetentionMode mode =
                text.charAt(0) == 'G' ? RetentionMode.GOVERNANCE : RetentionMode.COMPLIANCE;
        return Optional.of(
                new Retention(mode, NOW.plus(Duration.ofHours(Long.parseLong(text.substring(1))))));
    }
}
