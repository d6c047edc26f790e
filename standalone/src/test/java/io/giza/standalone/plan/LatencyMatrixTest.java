package io.giza.standalone.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

class LatencyMatrixTest {
    private static final String TEXT =
            """
            # a remark
            ms, here, there, far
            here, 0, 40.5, 100
            there, 40.5, 0, 120

            far, 100, 120, 0
            """;

    @Test
    void readsNamesAndTimes() {
        LatencyMatrix matrix = LatencyMatrix.parse("own", TEXT);

        assertThat(matrix.places()).containsExactly("here", "there", "far");
        assertThat(matrix.roundTrip(0, 1)).isEqualTo(Duration.ofNanos(40_500_000));
        assertThat(matrix.longest()).isEqualTo(Duration.ofMillis(120));
        assertThat(matrix.indexOf("far")).isEqualTo(2);
    }

    @Test
    void tellsHowFarTheNthIsWithItselfAsTheFirst() {
        LatencyMatrix matrix = LatencyMatrix.parse("own", TEXT);

        assertThat(matrix.nearest(1, 3, 1)).isEqualTo(Duration.ZERO);
        assertThat(matrix.nearest(1, 3, 2)).isEqualTo(Duration.ofNanos(40_500_000));
        assertThat(matrix.nearest(1, 3, 3)).isEqualTo(Duration.ofMillis(120));
        assertThat(matrix.nearest(0, 2, 2)).isEqualTo(Duration.ofNanos(40_500_000));
    }

    /** The paper's Figure 5: the greatest ping of each configuration, and its data centers. */
    @ParameterizedTest
    @CsvSource({"us-2-1, 46, 3", "us-6-1, 71, 7", "world-2-1, 240, 3", "world-6-1, 241, 7"})
    void hasTheConfigurationsOfThePaper(String name, int greatest, int places) {
        LatencyMatrix matrix = LatencyMatrix.builtIn(name);

        assertThat(matrix.longest()).isEqualTo(Duration.ofMillis(greatest));
        assertThat(matrix.places()).hasSize(places);
        assertThat(matrix.places().getFirst()).isEqualTo("us-central");
    }

    @Test
    void allThatComeAlongAreWhole() {
        assertThat(LatencyMatrix.BUILT_IN)
                .allSatisfy(
                        name ->
                                assertThat(LatencyMatrix.builtIn(name).places())
                                        .hasSizeGreaterThan(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ms,a\na,0\n",
                "ms,a,a\na,0,1\na,1,0\n",
                "ms,a,b\na,0,1\n",
                "ms,a,b\na,0,1\nb,2,0\n",
                "ms,a,b\na,0,1\nb,1,3\n",
                "ms,a,b\na,0,0\nb,0,0\n",
                "ms,a,b\na,0,x\nb,1,0\n",
                "ms,a,b\na,0,-1\nb,-1,0\n",
                "ms,a,b\na,0,10001\nb,10001,0\n",
                "ms,a,b\na,0\nb,1,0\n",
                "ms,a,b\nb,0,1\na,1,0\n"
            })
    void refusesWhatIsNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyMatrix.parse("own", text))
                .withMessageContaining("own");
    }

    @Test
    void namesThoseThatComeAlongWhenAskedForAnother() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyMatrix.builtIn("moon"))
                .withMessageContaining("'moon'")
                .withMessageContaining("world-2-1");
    }
}
