package io.giza.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Utf8Order;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyGroupsTest {
    @ParameterizedTest
    @ValueSource(strings = {"a/", "a", "ä", "\uD7FF", "\uFFFF", "\uD83D\uDE00", "x\uDBFF\uDFFF"})
    void whatIsPastAPrefixIsAboveAllThatBeginWithItAndBelowTheRest(String prefix) {
        String past = KeyGroups.firstAfterPrefix(prefix).orElseThrow();
        assertThat(Utf8Order.compare(past, prefix)).isPositive();
        assertThat(Utf8Order.compare(past, prefix + "\uDBFF\uDFFF\uDBFF\uDFFF")).isPositive();
        assertThat(past).doesNotStartWith(prefix);
    }

    @Test
    void nothingIsPastTheLastOfAllPrefixes() {
        assertThat(KeyGroups.firstAfterPrefix("\uDBFF\uDFFF".repeat(2))).isEmpty();
    }
}
