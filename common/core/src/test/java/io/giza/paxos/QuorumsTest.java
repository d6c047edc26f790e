package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Quorum arithmetic against a twin that knows no arithmetic: it looks at every set. */
class QuorumsTest {
    @ParameterizedTest
    @CsvSource({
        "3,2,3,0,1",
        "4,3,3,1,1",
        "5,3,4,1,2",
        "6,4,5,1,2",
        "7,4,6,1,3",
        "8,5,6,2,3",
        "9,5,7,2,4",
        "10,6,8,2,4",
        "11,6,9,2,5"
    })
    void sizesAreThoseOfTheTable(int size, int classic, int fast, int fastDown, int classicDown) {
        Quorums quorums = Quorums.of(size);

        assertThat(quorums).isEqualTo(new Quorums(size, classic, fast));
        assertThat(quorums.isFast(size - fastDown)).isTrue();
        assertThat(quorums.isFast(size - fastDown - 1)).isFalse();
        assertThat(quorums.isClassic(size - classicDown)).isTrue();
        assertThat(quorums.isClassic(size - classicDown - 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7})
    void sizesAreTheSmallestWhoseSetsMeetAsTheProtocolNeeds(int size) {
        int classic = smallest(size, count -> everyTwoMeet(sets(size, count)));
        int fast = smallest(size, count -> fastSetsMeetIn(sets(size, classic), sets(size, count)));

        assertThat(Quorums.of(size)).isEqualTo(new Quorums(size, classic, fast));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7})
    void aValueMayBeChosenExactlyIfSomeFastQuorumMayHaveVotedForIt(int size) {
        Quorums quorums = Quorums.of(size);
        for (int answered = quorums.classic(); answered <= size; answered++) {
            int silent = ((1 << size) - 1) & ~((1 << answered) - 1);
            for (int votes = 1; votes <= answered; votes++) {
                int possible = silent | ((1 << votes) - 1);
                assertThat(quorums.mayBeFastChosen(votes, answered))
                        .as("%d votes of %d answers of %d", votes, answered, size)
                        .isEqualTo(
                                sets(size, quorums.fast()).stream()
                                        .anyMatch(set -> (set & ~possible) == 0));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3,2,2", "3,3,3", "4,3,2", "4,4,3", "5,3,2", "5,4,3", "5,5,4", "7,4,3", "7,5,4", "7,6,5"
    })
    void theFewestVotesThatForceAValueAreThoseOfTheDesign(int size, int answered, int threshold) {
        Quorums quorums = Quorums.of(size);

        assertThat(quorums.mayBeFastChosen(threshold, answered)).isTrue();
        assertThat(quorums.mayBeFastChosen(threshold - 1, answered)).isFalse();
    }

    @Test
    void nothingIsChosenWithoutAnyVote() {
        assertThat(new Quorums(3, 2, 1).mayBeFastChosen(0, 2)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 2, 12})
    void refusesSizesThatTheProtocolWasNotCheckedFor(int size) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quorums.of(size))
                .withMessageContaining("3 to 11, not " + size);
    }

    private static int smallest(int size, IntPredicate isGood) {
        return IntStream.rangeClosed(1, size).filter(isGood).findFirst().orElseThrow();
    }

    /** Returns every set of {@code count} of {@code size} acceptors, an acceptor being a bit. */
    private static List<Integer> sets(int size, int count) {
        return IntStream.range(0, 1 << size)
                .filter(set -> Integer.bitCount(set) == count)
                .boxed()
                .toList();
    }

    private static boolean everyTwoMeet(List<Integer> sets) {
        return sets.stream().allMatch(a -> sets.stream().allMatch(b -> (a & b) != 0));
    }

    /** One fast set and, harder, any two of them have a member in common with every classic set. */
    private static boolean fastSetsMeetIn(List<Integer> classic, List<Integer> fast) {
        return classic.stream()
                .allMatch(
                        c ->
                                fast.stream()
                                        .allMatch(
                                                f ->
                                                        fast.stream()
                                                                .allMatch(g -> (c & f & g) != 0)));
    }
}
