package io.giza.paxos;

import java.util.Comparator;
import java.util.UUID;

/**
 * A ballot. Round 0 is the fast ballot and round 1 the confirm ballot, both shared by all proposers
 * and without epoch; rounds from 2 are classic and belong to one proposer's one attempt.
 *
 * <p>Rounds 0 and 1 sort below every classic ballot of every epoch: if the fast votes of a later
 * epoch outranked earlier classic ones, value selection could skip a chosen value.
 *
 * @param epoch the topology epoch, 0 for rounds 0 and 1
 * @param round 0, 1, or at least 2
 * @param owner the proposer's incarnation, zero for rounds 0 and 1
 * @param attempt the proposer's attempt number, 0 for rounds 0 and 1
 * @throws IllegalArgumentException if a number is negative, or a shared round has an owner
 */
public record Ballot(long epoch, int round, UUID owner, long attempt)
        implements Comparable<Ballot> {
    /** The ballot of PreAccept. */
    public static final Ballot FAST = new Ballot(0, 0, new UUID(0, 0), 0);

    /** The ballot on which a value with a classic quorum of fast votes is confirmed. */
    public static final Ballot CONFIRM = new Ballot(0, 1, new UUID(0, 0), 0);

    private static final Comparator<Ballot> CLASSIC_ORDER =
            Comparator.comparingLong(Ballot::epoch)
                    .thenComparingInt(Ballot::round)
                    .thenComparing(Ballot::owner)
                    .thenComparingLong(Ballot::attempt);

    /** The first round of classic ballots. */
    public static final int FIRST_CLASSIC_ROUND = 2;

    /** A ballot that compares equal to another but is not equal to it would split a quorum. */
    public Ballot {
        boolean shared = epoch == 0 && owner.equals(new UUID(0, 0)) && attempt == 0;
        boolean classic = epoch >= 0 && attempt >= 0;
        if (round < 0 || !(round < FIRST_CLASSIC_ROUND ? shared : classic)) {
            throw new IllegalArgumentException(
                    "no such ballot: " + epoch + "/" + round + "/" + owner + "/" + attempt);
        }
    }

    /** Tells whether this ballot belongs to one proposer. */
    public boolean isClassic() {
        return round >= FIRST_CLASSIC_ROUND;
    }

    @Override
    public int compareTo(Ballot other) {
        if (!isClassic() || !other.isClassic()) {
            return Integer.compare(
                    Math.min(round, FIRST_CLASSIC_ROUND),
                    Math.min(other.round, FIRST_CLASSIC_ROUND));
        }
        return CLASSIC_ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return isClassic()
                ? epoch + "." + round + "." + owner.toString().substring(0, 8) + "." + attempt
                : Integer.toString(round);
    }
}
