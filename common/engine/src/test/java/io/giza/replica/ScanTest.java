package io.giza.replica;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.model.BucketId;
import io.giza.replica.MetadataReplica.Scan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00b", "\ude00\ud83d"})
    void halfASurrogatePairIsNowhereText(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scan(BucketId.SYSTEM, text, "", false, 1))
                .withMessage("prefix has half a surrogate pair");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Scan(BucketId.SYSTEM, "", text, false, 1))
                .withMessage("after has half a surrogate pair");
    }
}
