package io.giza.recovery.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.recovery.replacement.Filling.Phase;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class FillingTest {
    private static final long EPOCH = 2;
    private static final DcName DC = new DcName("dc2");

    @Test
    void whatOneWorkerToldAnotherGoesOnWith() {
        Filling rows = Filling.beginning(EPOCH).counted(10, 1000).withRows(4, "space name\nof two");
        assertThat(Filling.of(rows.toString(), EPOCH)).isEqualTo(rows);
        Filling fragments = rows.allRows().withBytes(300).at("space other");
        assertThat(Filling.of(fragments.toString(), EPOCH)).isEqualTo(fragments);
        assertThat(fragments.phase()).isEqualTo(Phase.FRAGMENTS);
        assertThat(fragments.rows()).isEqualTo(new Filling.Amount(10, 10));
    }

    @Test
    void whatWasDoneForAnotherEpochIsVoid() {
        String told = Filling.beginning(EPOCH).counted(10, 1000).withRows(4, "a").toString();
        assertThat(Filling.of(told, EPOCH + 1)).isEqualTo(Filling.beginning(EPOCH + 1));
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
        assertThat(Filling.of(text, EPOCH)).isEqualTo(Filling.beginning(EPOCH));
    }

    @Test
    void operatorsAreToldHowMuchIsDoneAndHowLongTheRestTakes() {
        Filling began = Filling.beginning(EPOCH).counted(100, 1000);
        Replacement rows =
                Replacement.of(DC, began.withRows(50, "a"), began, Duration.ofSeconds(5));
        assertThat(rows.percent()).isEqualTo(5);
        assertThat(rows.perSecond()).isEqualTo(10);
        assertThat(rows.secondsLeft()).isEqualTo(5);
        Filling then = began.allRows().withBytes(200);
        Replacement bytes = Replacement.of(DC, then.withBytes(300), then, Duration.ofSeconds(3));
        assertThat(bytes.percent()).isEqualTo(55);
        assertThat(bytes.perSecond()).isEqualTo(100);
        assertThat(bytes.secondsLeft()).isEqualTo(5);
        assertThat(bytes.phase()).isEqualTo("fragments");
    }

    @Test
    void whatIsEmptyIsDoneAndWhatStandsStillHasNoEnd() {
        Filling none = Filling.beginning(EPOCH).counted(0, 0);
        assertThat(Replacement.of(DC, none.allRows(), none, Duration.ofSeconds(1)).percent())
                .isEqualTo(100);
        Filling some = Filling.beginning(EPOCH).counted(0, 10).allRows();
        assertThat(Replacement.of(DC, some, some, Duration.ofSeconds(1)).secondsLeft()).isNull();
        // More may have come since it was counted.
        assertThat(Replacement.of(DC, some.withBytes(20), some, Duration.ofSeconds(1)).percent())
                .isEqualTo(100);
    }
}
