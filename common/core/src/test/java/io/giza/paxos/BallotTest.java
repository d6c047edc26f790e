package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;

class BallotTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sharedRoundsAreBelowEveryClassicBallotOfWhateverEpoch(long seed) {
        Ballot classic = classic(new Random(seed));

        assertThat(Ballot.FAST).isLessThan(Ballot.CONFIRM).isLessThan(classic);
        assertThat(Ballot.CONFIRM).isLessThan(classic);
        assertThat(classic).isGreaterThan(Ballot.FAST).isGreaterThan(Ballot.CONFIRM);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderIsTotalAndEqualOnlyForTheSameAttempt(long seed) {
        Random random = new Random(seed);
        Ballot a = any(random);
        Ballot b = any(random);
        Ballot c = any(random);

        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
        assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
        if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
            assertThat(a).isLessThanOrEqualTo(c);
        }
    }

    @ParameterizedTest
    @CsvSource({"2b, 3a", "9b, e2:2a", "2a, 2b", "e2:2a, e2:2b", "e2:3a, e10:2a"})
    void epochComesBeforeRoundAndRoundBeforeOwner(String lower, String higher) {
        assertThat(Notation.ballot(lower)).isLessThan(Notation.ballot(higher));
    }

    @Test
    void aLaterAttemptOfTheSameOwnerIsHigherAtTheSameRound() {
        UUID owner = new UUID(0, 1);

        assertThat(new Ballot(1, 2, owner, 1)).isLessThan(new Ballot(1, 2, owner, 2));
    }

    @Test
    void refusesBallotsThatCannotBe() {
        UUID nobody = new UUID(0, 0);
        UUID owner = new UUID(0, 1);

        assertRefused(0, -1, nobody, 0);
        assertRefused(1, 0, nobody, 0);
        assertRefused(0, 1, owner, 0);
        assertRefused(0, 1, nobody, 1);
        assertRefused(-1, 2, owner, 0);
        assertRefused(1, 2, owner, -1);
    }

    private static void assertRefused(long epoch, int round, UUID owner, long attempt) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ballot(epoch, round, owner, attempt))
                .withMessageContaining("no such ballot");
    }

    /** Draws from few ballots, so that equal ones occur. */
    private static Ballot any(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> Ballot.FAST;
            case 1 -> Ballot.CONFIRM;
            default -> classic(random);
        };
    }

    private static Ballot classic(Random random) {
        return new Ballot(
                random.nextInt(2),
                2 + random.nextInt(2),
                new UUID(0, random.nextInt(2) - 1L),
                random.nextInt(2));
    }
}
