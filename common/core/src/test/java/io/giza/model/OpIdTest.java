package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

class OpIdTest {
    private final Random random = new Random(1);

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
