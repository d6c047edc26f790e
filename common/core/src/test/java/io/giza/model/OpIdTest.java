package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

class OpIdTest {
    private static final Instant DATE = Instant.parse("2026-11-29T10:20:30Z");
    private final Random random = new Random(1);

    @Test
    void theAttemptIsNoPartOfTheIdentity() {
        OpId op = OpId.random(random);
        OpId first = op.ofAttempt(DATE, false);
        OpId retry = op.ofAttempt(DATE.plusSeconds(5), true);
        assertThat(first).isEqualTo(op).isEqualTo(retry).hasSameHashCodeAs(retry);
        assertThat(first.isOfRetry()).isFalse();
        assertThat(retry.isOfRetry()).isTrue();
        assertThat(retry.refusal()).isEqualTo(op.refusal()).isNotEqualTo(op);
        assertThat(op.renamed(random).ofAttempt(DATE, true).isRenamed(op)).isTrue();
    }

    @Test
    void whatAnOperationWasRenamedToTellsWhichRequestItIsOf() {
        OpId op = OpId.random(random);
        OpId request = op.ofRequest(random);
        OpId other = op.ofRequest(random);
        assertThat(request).isEqualTo(op).isEqualTo(other);
        assertThat(op.ofAttempt(DATE, false).isRenamed(request)).isTrue();
        OpId renamed = request.renamed(random).ofAttempt(DATE, false);
        assertThat(renamed.isRenamed(request)).isTrue();
        assertThat(renamed.isRenamed(other)).isFalse();
        assertThat(renamed.isRenamed(op)).isFalse();
    }

    @Test
    void anAttemptHasADateOnlyNearIt() {
        OpId op = OpId.random(random).ofAttempt(DATE, true);
        assertThat(op.signingDate(DATE.plus(Duration.ofMinutes(20)))).contains(DATE);
        assertThat(op.signingDate(DATE.minus(Duration.ofMinutes(20)))).contains(DATE);
        assertThat(op.signingDate(DATE.plus(Duration.ofDays(1)))).isEmpty();
        assertThat(OpId.random(random).signingDate(DATE)).isEmpty();
    }

    @Test
    void aRenamedOperationTellsWhoseItIs() {
        OpId original = OpId.random(random);
        OpId renamed = original.renamed(random);
        assertThat(renamed).isNotEqualTo(original).isNotEqualTo(original.renamed(random));
        assertThat(renamed.isRenamed(original)).isTrue();
        assertThat(original.isRenamed(original)).isTrue();
        assertThat(renamed.isRenamed(OpId.random(random))).isFalse();
        assertThat(OpId.random(random).isRenamed(original)).isFalse();
    }
}
