package io.giza.recovery.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.recovery.replacement.RebuildProgress.Phase;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class RebuildProgressTest {
    private static final long EPOCH = 2;
    private static final DcName DC = new DcName("dc2");

    @Test
    void whatOneWorkerToldAnotherGoesOnWith() {
        RebuildProgress rows =
                RebuildProgress.start(EPOCH).withTotals(10, 1000).withRows(4, "space name\nof two");
        assertThat(RebuildProgress.of(rows.toString(), EPOCH)).isEqualTo(rows);
        RebuildProgress fragments = rows.withAllRows().withBytes(300).withPosition("space other");
        assertThat(RebuildProgress.of(fragments.toString(), EPOCH)).isEqualTo(fragments);
        assertThat(fragments.phase()).isEqualTo(Phase.FRAGMENTS);
        assertThat(fragments.rows()).isEqualTo(new RebuildProgress.Amount(10, 10));
    }

    @Test
    void whatWasDoneForAnotherEpochIsVoid() {
        String text = RebuildProgress.start(EPOCH).withTotals(10, 1000).withRows(4, "a").toString();
        assertThat(RebuildProgress.of(text, EPOCH + 1)).isEqualTo(RebuildProgress.start(EPOCH + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rows",
                "rows 2 1/2 3/4",
                "counting 2 1/2 3/4 ",
                "rows 2 1/2 3/99999999999999999999 a",
                "rows -2 1/2 3/4 a"
            })
    void whatIsNoSuchTextIsTheBeginning(String text) {
        assertThat(RebuildProgress.of(text, EPOCH)).isEqualTo(RebuildProgress.start(EPOCH));
    }

    @Test
    void operatorsAreToldHowMuchIsDoneAndHowLongTheRestTakes() {
        RebuildProgress began = RebuildProgress.start(EPOCH).withTotals(100, 1000);
        ReplacementStatus rows =
                ReplacementStatus.of(DC, began.withRows(50, "a"), began, Duration.ofSeconds(5));
        assertThat(rows.percent()).isEqualTo(5);
        assertThat(rows.perSecond()).isEqualTo(10);
        assertThat(rows.secondsLeft()).isEqualTo(5);
        RebuildProgress then = began.withAllRows().withBytes(200);
        ReplacementStatus bytes =
                ReplacementStatus.of(DC, then.withBytes(300), then, Duration.ofSeconds(3));
        assertThat(bytes.percent()).isEqualTo(55);
        assertThat(bytes.perSecond()).isEqualTo(100);
        assertThat(bytes.secondsLeft()).isEqualTo(5);
        assertThat(bytes.phase()).isEqualTo("fragments");
    }

    @Test
    void whatIsEmptyIsDoneAndWhatStandsStillHasNoEnd() {
        RebuildProgress none = RebuildProgress.start(EPOCH).withTotals(0, 0);
        assertThat(
                        ReplacementStatus.of(DC, none.withAllRows(), none, Duration.ofSeconds(1))
                                .percent())
                .isEqualTo(100);
        RebuildProgress some = RebuildProgress.start(EPOCH).withTotals(0, 10).withAllRows();
        assertThat(ReplacementStatus.of(DC, some, some, Duration.ofSeconds(1)).secondsLeft())
                .isNull();
        // More may have come since it was counted.
        assertThat(
                        ReplacementStatus.of(DC, some.withBytes(20), some, Duration.ofSeconds(1))
                                .percent())
                .isEqualTo(100);
    }
}
