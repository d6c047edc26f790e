package io.giza.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.encryption.SegmentLayout;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments cover what is encrypted, each byte once, and lie one after the other. */
class SegmentLayoutTest {
    private static final long FIRST = SegmentLayout.PLAIN_BYTES - SegmentLayout.HEADER_BYTES;

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 65_479, 65_480, 65_481, 131_000, 131_001, 1 << 20, 5L << 30, 5L << 40})
    void segmentsFollowEachOther(long size) {
        SegmentLayout layout = new SegmentLayout(size);
        long last = layout.segments() - 1;

        assertThat(layout.isLast(last)).isTrue();
        assertThat(layout.plainStart(0)).isZero();
        assertThat(layout.storedStart(0)).isZero();
        assertThat(layout.plainStart(last) + layout.plainLength(last)).isEqualTo(size);
        assertThat(layout.storedStart(last) + layout.storedLength(last))
                .isEqualTo(layout.storedBytes());
        for (long segment = Math.max(0, last - 3); segment < last; segment++) {
            assertThat(layout.isLast(segment)).isFalse();
            assertThat(layout.plainStart(segment) + layout.plainLength(segment))
                    .isEqualTo(layout.plainStart(segment + 1));
            assertThat(layout.storedStart(segment) + layout.storedLength(segment))
                    .isEqualTo(layout.storedStart(segment + 1));
            assertThat(SegmentLayout.segmentOf(layout.plainStart(segment))).isEqualTo(segment);
            assertThat(SegmentLayout.segmentOf(layout.plainStart(segment + 1) - 1))
                    .isEqualTo(segment);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 100})
    void aSegmentIsAddedWhenTheFirstIsFull(long more) {
        assertThat(new SegmentLayout(FIRST).segments()).isOne();
        assertThat(new SegmentLayout(FIRST + 1 + more).segments()).isEqualTo(2);
    }
}
