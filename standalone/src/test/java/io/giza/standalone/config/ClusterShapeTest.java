package io.giza.standalone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterShapeTest {
    @Test
    void isThreeDataCentersUnlessAskedOtherwise() {
        assertThat(ClusterShape.DEFAULT)
                .hasToString("--dcs 3 --metadata-dcs 3 --coding \"rs(2,1)\"");
        assertThat(ClusterShape.DEFAULT.names())
                .containsExactly(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));
    }

    @Test
    void allowsSevenDataCentersOfWhichThreeAgreeOnMetadata() {
        assertThat(new ClusterShape(7, 3, "rs(6, 1)").coding()).isEqualTo("rs(6,1)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2  | 2  | rs(1,1) | --dcs is 2",
                "33 | 3  | rs(2,1) | --dcs is 33",
                "3  | 2  | rs(2,1) | --metadata-dcs is 2",
                "3  | 4  | rs(2,1) | it can be 3 to 3",
                "20 | 12 | rs(2,1) | it can be 3 to 11",
                "3  | 3  | rs(4,2) | use --dcs 6 or a smaller coding",
                "3  | 3  | two     | must read like rs(2,1)",
                "3  | 3  | rs(0,1) | k >= 1"
            })
    void refusesWhatDoesNotFitAndSaysWhatDoes(
            int dcs, int metadataDcs, String coding, String message) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> new ClusterShape(dcs, metadataDcs, coding))
                .withMessageContaining(message);
    }
}
