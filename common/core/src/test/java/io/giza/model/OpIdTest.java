package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

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
    void onlyAnAttemptHasADate() {
        assertThat(OpId.random(random).ofAttempt(DATE, true).signingDate()).contains(DATE);
        OpId named = OpId.named(List.of("an operation"));
        for (OpId op : List.of(OpId.random(random), named, named.renamed(random))) {
            assertThat(op.signingDate()).isEmpty();
            assertThat(op.isOfRetry()).isFalse();
        }
    }

    @Test
    void aRenamedOperationTellsWhoseItIs() {
        OpId original = OpId.random(random);
        OpId renamed = original.renamed(random);
        assertThat(renamed).isNotEqualTo(original).isNotEqualTo(original.renamed(random));
        assertThat(renamed.isRenamed(original)).isTrue();
        assertThat(original.isRenamed(original)).isTrue();
        assertThat(renamed.isRenamed(OpId.random(random))).isFalse();
        assertThat(Stream.generate(() -> OpId.random(random)).limit(20_000))
                .noneMatch(other -> other.isRenamed(original));
    }
}
