package io.giza.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.listing.ScanSize.PageUsage;

import org.junit.jupiter.api.Test;

class ScanSizeTest {
    @Test
    void theFirstScanIsOfWhatIsWanted() {
        assertThat(ScanSize.first(11, false)).isEqualTo(11);
        assertThat(ScanSize.first(1001, false)).isEqualTo(1000);
        assertThat(ScanSize.first(11, true)).isEqualTo(11);
        assertThat(ScanSize.first(1001, true)).isEqualTo(64);
    }

    @Test
    void afterAPageOfWhichAllWasTakenJustTheRestIsAskedFor() {
        assertThat(ScanSize.next(1, new PageUsage(1000, 0, 1000))).isEqualTo(1);
        assertThat(ScanSize.next(937, new PageUsage(64, 0, 64))).isEqualTo(512);
    }

    @Test
    void aRunOfDeletedKeysTakesEverLongerScans() {
        assertThat(ScanSize.next(2, new PageUsage(2, 0, 0))).isEqualTo(4);
        assertThat(ScanSize.next(2, new PageUsage(400, 0, 0))).isEqualTo(800);
        assertThat(ScanSize.next(1000, new PageUsage(1000, 0, 0))).isEqualTo(1000);
    }

    @Test
    void aLongGroupIsFollowedByShortScans() {
        assertThat(ScanSize.next(1000, new PageUsage(64, 63, 1))).isEqualTo(16);
        assertThat(ScanSize.next(1000, new PageUsage(16, 0, 16))).isEqualTo(128);
        assertThat(ScanSize.next(1000, new PageUsage(1000, 900, 100))).isEqualTo(800);
    }
}
