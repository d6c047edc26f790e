package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.model.Value;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class ValueSelectionTest {
    private final ValueSelection selection = new ValueSelection();

    @ParameterizedTest(name = "{0} data centers, {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | - -                 | free
                    3 | - 0:v               | free
                    3 | 0:v 0:w             | free
                    3 | 0:v 0:v             | v
                    3 | 0:v 0:v -           | free
                    3 | 0:v 0:v 0:w         | free
                    3 | 0:v 0:v 0:v         | v
                    4 | 0:v - -             | free
                    4 | 0:v 0:v -           | v
                    4 | 0:v 0:v 0:w         | v
                    4 | 0:v 0:v 0:w 0:w     | free
                    5 | 0:v 0:w -           | free
                    5 | 0:v 0:v 0:w         | v
                    5 | 0:v 0:v 0:w -       | free
                    5 | 0:v 0:v 0:v 0:w     | v
                    7 | 0:v 0:v 0:w 0:w     | free
                    7 | 0:v 0:v 0:v 0:w     | v
                    7 | 0:v 0:v 0:v 0:w -   | free
                    7 | 0:v 0:v 0:v 0:v -   | v
                    3 | 1:v -               | v
                    3 | 1:v 0:w 0:w         | v
                    3 | 2a:v 0:w            | v
                    3 | 2a:v 3a:w           | w
                    3 | 9c:v e2:2a:w        | w
                    5 | 2a:v 2a:v 2b:w      | w
                    5 | 0:v 0:v 1:w 0:v     | w
                    """)
    void picksTheOnlyValueThatMayHaveBeenChosen(int size, String votes, String expected) {
        assertThat(
                        selection
                                .select(Quorums.of(size), votes(votes))
                                .map(Notation::text)
                                .orElse("free"))
                .isEqualTo(expected);
    }

    /** Goes through every way in which up to three values can share the fast votes. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7})
    void agreesWithATwinThatLooksForAFastQuorumAmongVotersAndSilent(int size) {
        Quorums quorums = Quorums.of(size);
        for (int answered = quorums.classic(); answered <= size; answered++) {
            for (int v = 0; v <= answered; v++) {
                for (int w = 0; w + v <= answered; w++) {
                    for (int u = 0; u + w + v <= answered; u++) {
                        int silent = size - answered;
                        List<@Nullable Vote> votes = new ArrayList<>();
                        add(votes, v, "0:v");
                        add(votes, w, "0:w");
                        add(votes, u, "0:u");
                        add(votes, answered - v - w - u, "-");

                        Optional<Value> picked = selection.select(quorums, votes);

                        assertThat(picked.map(Notation::text).orElse("free"))
                                .as("%s of %d", votes, size)
                                .isEqualTo(twin(quorums.fast() - silent, v, w, u));
                    }
                }
            }
        }
    }

    /** The paper's rule finishes more than it must, and never less. */
    @ParameterizedTest(name = "{0} data centers, {1}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | - -             | free
                    3 | - 0:v           | v
                    3 | 0:v 0:v 0:w     | v
                    3 | 0:w 0:v 0:v     | v
                    3 | 2a:v 0:w 0:w    | v
                    4 | 0:v 0:v 0:w     | v
                    5 | 0:v 0:v 0:w     | v
                    7 | 0:v 0:w 0:w 0:w | w
                    """)
    void thePaperFinishesTheValueOfTheMostVotesFirst(int size, String votes, String expected) {
        assertThat(
                        new PluralitySelection()
                                .select(Quorums.of(size), votes(votes))
                                .map(Notation::text)
                                .orElse("free"))
                .isEqualTo(expected);
    }

    private static String twin(int needed, int v, int w, int u) {
        if (v >= needed) {
            assertThat(Math.max(w, u)).as("only one may be chosen").isLessThan(needed);
            return "v";
        }
        return w >= needed ? "w" : u >= needed ? "u" : "free";
    }

    @Test
    void copiesOfOneValueCountAsOneWhateverElseTheyCarry() {
        assertThat(selection.select(Quorums.of(3), votes("0:v@1 0:v@2"))).isPresent();
    }

    @Test
    void refusesToSelectFromLessThanAQuorum() {
        assertThatIllegalStateException()
                .isThrownBy(() -> selection.select(Quorums.of(5), votes("2a:v -")))
                .withMessageContaining("no quorum");
    }

    @Test
    void twoValuesOnTheHighestClassicBallotStopTheRound() {
        assertThatIllegalStateException()
                .isThrownBy(() -> selection.select(Quorums.of(3), votes("2a:v 2a:w")))
                .withMessageContaining("two values on ballot");
    }

    private static List<@Nullable Vote> votes(String text) {
        List<@Nullable Vote> votes = new ArrayList<>();
        Notation.words(text).forEach(word -> add(votes, 1, word));
        return votes;
    }

    private static void add(List<@Nullable Vote> votes, int count, String vote) {
        for (int i = 0; i < count; i++) {
            votes.add(Notation.vote(vote));
        }
    }
}
