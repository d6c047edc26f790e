package io.giza.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership.State;
import io.giza.paxos.Notation;
import io.giza.paxos.Row;

import org.junit.jupiter.api.Test;

import java.util.Random;

class MembershipTest {
    private static final int STEPS = 2000;

    @Test
    void theEpochOnlyRisesAndOnlyATableThatJoinsAnewWaitsAgain() {
        Random random = new Random(1);
        Membership membership = Membership.UNINITIALIZED;
        for (int i = 0; i < STEPS; i++) {
            long epoch = random.nextLong(membership.epoch() + 3);
            Membership next =
                    switch (random.nextInt(3)) {
                        case 0 -> membership.raised(epoch);
                        case 1 -> membership.joining(epoch);
                        default -> membership.activated(epoch);
                    };

            assertThat(next.epoch()).isGreaterThanOrEqualTo(membership.epoch());
            assertThat(next.joined()).isGreaterThanOrEqualTo(membership.joined());
            boolean waitsAgain = next.isJoining() && !membership.isJoining();
            assertThat(!waitsAgain || next.joined() > membership.epoch()).isTrue();
            boolean active = !next.isJoining() && membership.isJoining();
            assertThat(!active || next.epoch() == epoch).isTrue();
            membership = next;
        }
    }

    @Test
    void anEpochThatEndedActivatesNothing() {
        Membership joining = Membership.UNINITIALIZED.joining(2).raised(3);

        assertThat(joining).isEqualTo(new Membership(3, 2, State.JOINING));
        assertThat(joining.activated(2)).isEqualTo(joining);
        assertThat(joining.activated(3)).isEqualTo(new Membership(3, 2, State.ACTIVE));
    }

    @Test
    void rowsFromBeforeTheTableJoinedAreAbsent() {
        Row old = Notation.row("1=v", "0 -");

        assertThat(new Membership(3, 0, State.ACTIVE).current(old)).isEqualTo(old);
        assertThat(new Membership(3, 2, State.ACTIVE).current(old)).isEqualTo(Row.ABSENT);
    }

    /** In the epoch in which it joined a quorum is asked, which knows whether it has the place. */
    @Test
    void onlyAStoreThatJoinedInAnEarlierEpochKeepsItsPlaceWithoutAsking() {
        assertThat(new Membership(3, 2, State.JOINING).joinedBefore(3)).isTrue();
        assertThat(new Membership(3, 3, State.JOINING).joinedBefore(3)).isFalse();
        assertThat(new Membership(3, 2, State.JOINING).joinedBefore(4)).isFalse();
        assertThat(new Membership(3, 2, State.ACTIVE).joinedBefore(3)).isFalse();
    }

    @Test
    void membershipsThatCannotBeAreRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new Membership(1, 2, State.JOINING));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new Membership(-1, -1, State.ACTIVE));
    }
}
