package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class LatestVersionTest {
    @ParameterizedTest(name = "of {0}: {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | 0 - 1=a                        | too-few
                    5 | 0 - 1=a; 0 - 1=a               | too-few
                    3 | 0 -; 0 -                       | settled 0 []
                    3 | 0 - 1=a; 0 - 1=a               | settled 1 [1=a]
                    3 | 0 -; 0 - 1=a                   | settled 1 [1=a]
                    3 | 0 0:v 1=a; 0 - 1=a             | settled 1 [1=a]
                    3 | 0 0:v 1=a; 0 0:w 1=a           | settled 1 [1=a]
                    3 | 0 0:a; 0 - 1=a                 | settled 1 [1=a]
                    3 | 2a - 1=a; 2a - 1=a             | settled 1 [1=a]
                    3 | 0 0:v 1=a; 0 0:v 1=a           | ambiguous 1 [1=a] confirmable v round 2
                    3 | 0 0:v 1=a; 0 0:v 1=a; 0 - 1=a  | settled 1 [1=a]
                    3 | 2a 0:v 1=a; 0 0:v 1=a          | ambiguous 1 [1=a] confirmable v round 3
                    3 | 1 1:v 1=a; 0 - 1=a             | ambiguous 1 [1=a] confirmable - round 2
                    3 | 4b 2a:v 1=a; 0 - 1=a; 0 - 1=a  | ambiguous 1 [1=a] confirmable - round 5
                    3 | 0 0:v; 0 0:v; 0 - 1=a          | settled 1 [1=a]
                    4 | 0 0:v; 0 0:v; 0 -              | ambiguous 0 [] confirmable - round 2
                    5 | 0 0:v; 0 0:v; 0 -              | ambiguous 0 [] confirmable - round 2
                    5 | 0 0:v; 0 0:w; 0 -              | settled 0 []
                    5 | 0 0:v; 0 0:v; 0 - 1=a          | settled 1 [1=a]
                    5 | 0 0:v; 0 0:v; 0 -; 0 -         | settled 0 []
                    5 | 0 0:v; 0 0:v; 0 0:v; 0 -       | ambiguous 0 [] confirmable v round 2
                    3 | 0 - 1=a 2=b; 0 - 1=a+          | settled 2 [1=a+ 2=b]
                    3 | 0 - 1=a; 0 - 1=a-              | settled 1 [1=a-]
                    """)
    void judgesTheRowsOfAQuorum(int size, String rows, String verdict) {
        assertThat(Replies.text(new LatestVersion().judge(Quorums.of(size), rows(rows))))
                .isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 0:v 1=a; 0 - 1=a  | ambiguous 1 [1=a] confirmable - round 2
                    0 0:v; 0 - 1=a      | settled 1 [1=a]
                    2a - 1=a; 0 - 1=a   | settled 1 [1=a]
                    """)
    void takenStrictlyEveryOpenVoteCounts(String rows, String verdict) {
        assertThat(Replies.text(new LatestVersion().judgeStrictly(Quorums.of(3), rows(rows))))
                .isEqualTo(verdict);
    }

    @Test
    void rowsOfEarlierGenerationsCountAsEmpty() {
        Row before = Notation.row("1=v+ 2=r!3", "0 0:d@3!");
        Row ended = Notation.row("1=v 2=r!3 3=d@3!", "0 -");
        Row stub = Row.empty(1, 3);
        Row voted = stub.withOpen(Notation.slot("0 0:w@3"));
        Row used = stub.learn(Notation.entries("1=w@3"));

        assertThat(judged(before, ended)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(ended, before)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(before, stub)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(ended, voted)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(stub, voted, before)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(voted, voted))
                .isEqualTo("ambiguous 0 [] confirmable w round 2 generation 3");
        assertThat(judged(before, voted, voted)).isEqualTo("settled 0 [] generation 3");
        assertThat(judged(used, ended)).isEqualTo("settled 1 [1=w] generation 3");
        assertThat(judged(before, before))
                .isEqualTo("ambiguous 2 [1=v+ 2=r] confirmable d round 2 generation 0");
    }

    private static String judged(Row... rows) {
        Map<DcName, Row> byName = new LinkedHashMap<>();
        for (Row row : rows) {
            byName.put(new DcName("dc" + byName.size()), row);
        }
        return Replies.text(new LatestVersion().judge(Quorums.of(3), byName))
                + " generation "
                + LatestVersion.freshest(byName.values()).generation();
    }

    @Test
    void rowsThatContradictEachOtherStopTheRead() {
        assertThatIllegalStateException()
                .isThrownBy(() -> LatestVersion.freshest(rows("0 - 1=a; 0 - 1=b").values()))
                .withMessageContaining("two values chosen as one version");
    }

    @Test
    void theFreshestOfNoRowsIsAnAbsentOne() {
        assertThat(LatestVersion.freshest(List.of())).isEqualTo(Row.ABSENT);
    }

    private static Map<DcName, Row> rows(String text) {
        Map<DcName, Row> rows = new LinkedHashMap<>();
        for (String row : text.split(";", -1)) {
            String[] parts = row.strip().split("\\s+", 3);
            rows.put(
                    new DcName("dc" + rows.size()),
                    Notation.row(parts.length > 2 ? parts[2] : "", parts[0] + " " + parts[1]));
        }
        return rows;
    }
}
