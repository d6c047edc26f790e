package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.commit.rollback.RollbackGuard.Passage;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.Seat;
import io.giza.membership.StoreProgress;
import io.giza.membership.StoreStartup;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.OptionalLong;

/** What a table lets through when it starts. */
class RollbackGuardTest extends GuardedTablesFixture {
    @Test
    void nothingPassesBeforeAMajoritySaidHowFarItKnowsTheTableToHaveCome() throws Exception {
        GuardedStore guard = guard(table(1), true);
        assertRefuses(guard);
        table(2).isUnreachable = true;
        table(3).isUnreachable = true;

        assertThat(guard.round()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.WAITING);
        assertRefuses(guard);

        table(3).isUnreachable = false;
        assertThat(guard.round()).isEmpty();
        assertThat(guard.rows().send(READ)).isNotNull();
    }

    @Test
    void anOlderCopyOfATableNeverServes() throws Exception {
        table(1).sequence = 7;
        assertThat(guard(table(1), false).round()).isEmpty();
        table(1).sequence = 6;
        GuardedStore guard = guard(table(1), true);

        assertThat(guard.round())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("has come to 6", "had come to 7"));
        assertThat(guard.passage()).isEqualTo(Passage.REFUSED);
        assertThat(guard.round()).isEmpty();
        assertRefuses(guard);
    }

    @Test
    void whatOneTableNotedTheOthersHearFromIt() throws Exception {
        table(1).sequence = 7;
        table(3).isUnreachable = true;
        assertThat(guard(table(1), false).round()).isEmpty();
        table(3).isUnreachable = false;
        assertThat(guard(table(2), false).round()).isEmpty();
        table(2).isUnreachable = true;
        table(1).sequence = 6;

        assertThat(guard(table(1), true).round()).isPresent();
    }

    @Test
    void aTableThatWaitsStillSaysWhatItNoted() throws Exception {
        GuardedStore first = guard(table(1), true);
        GuardedStore second = guard(table(2), true);

        StoreProgress known = new StoreProgress(Samples.dc(2), Occupant.Part.ROWS, 0, "life-2", 5);
        assertThat(
                        first.rows()
                                .order(new TableOrder.Note(1, List.of(known)))
                                .membership()
                                .progress())
                .containsExactly(known);
        assertThat(second.round()).isPresent();
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> first.rows().order(new TableOrder.Raise(2)));
    }

    @Test
    void anEmptyTableNotedNothingBecauseItWasNotThere() throws Exception {
        Table empty = new Table(Samples.dc(2));
        tables.set(1, empty);
        table(3).isUnreachable = true;
        GuardedStore guard = guard(table(1), true);

        assertThat(guard.round()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.WAITING);
    }

    @Test
    void aTableMadeAnewByMistakeNeverServes() throws Exception {
        assertThat(guard(table(1), false).round()).isEmpty();
        Table emptied = new Table(Samples.dc(1));
        emptied.rows.enter(entry(1, "other"));
        tables.set(0, emptied);
        GuardedStore guard = guard(emptied, true);

        assertThat(guard.round())
                .hasValueSatisfying(reason -> assertThat(reason).contains("life life-1"));
        assertRefuses(guard);
    }

    @Test
    void aCopyFromBeforeTheOrderToJoinIsToldFromAStoreThatNeverJoined() throws Exception {
        Table emptied = new Table(Samples.dc(1));
        emptied.rows.enter(waiting("second"));
        tables.set(0, emptied);
        GuardedStore guard = guard(emptied, true);
        assertRefuses(guard);
        assertThat(guard.round()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.OPEN);
        assertThat(table(2).membership().progress()).as("it is nobody yet").isEmpty();

        emptied.rows.order(new TableOrder.Join(2, "second", MEMBERS + ";dc1@2"));
        assertThat(guard.round()).isEmpty();
        Table copy = new Table(Samples.dc(1));
        copy.rows.enter(waiting("second"));
        tables.set(0, copy);
        GuardedStore again = guard(copy, true);

        assertThat(again.round())
                .hasValueSatisfying(reason -> assertThat(reason).contains("had joined in epoch 2"));
        assertThat(again.passage()).isEqualTo(Passage.REFUSED);
    }

    private static StoreStartup waiting(String life) {
        Seat seat = new Seat("giza", Samples.dc(1), 2, 2, MEMBERS + ";dc1@2");
        return new StoreStartup("it", seat, true, false, 0, life);
    }

    @Test
    void whatIsNotNewIsNotTold() throws Exception {
        table(1).sequence = 7;
        GuardedStore guard = guard(table(1), false);
        assertThat(guard.round()).isEmpty();
        Table emptied = new Table(Samples.dc(2));
        emptied.rows.enter(entry(2, "life-2"));
        tables.set(1, emptied);

        assertThat(guard.round()).isEmpty();
        assertThat(emptied.membership().progress()).isEmpty();
        table(1).sequence = 8;
        assertThat(guard.round()).isEmpty();
        assertThat(emptied.membership().progress()).hasSize(1);
    }

    @Test
    void whoDidNotHearItIsToldAgain() throws Exception {
        table(1).sequence = 7;
        GuardedStore guard = guard(table(1), false);
        table(2).isUnreachable = true;
        assertThat(guard.round()).isEmpty();
        table(2).isUnreachable = false;

        assertThat(guard.round()).isEmpty();
        assertThat(table(2).membership().progress()).hasSize(1);
    }

    @Test
    void whatOneTableNotedIsPassedOnThoughTheTableThatPassesItOnDidNotMove() throws Exception {
        GuardedStore second = guard(table(2), false);
        assertThat(second.round()).isEmpty();
        table(1).sequence = 7;
        table(3).isUnreachable = true;
        assertThat(guard(table(1), false).round()).isEmpty();
        table(3).isUnreachable = false;

        assertThat(second.round()).isEmpty();
        assertThat(table(3).membership().progress())
                .contains(new StoreProgress(Samples.dc(1), Occupant.Part.ROWS, 0, "life-1", 7));
    }

    @Test
    void whoDoesNotHeedTheOthersServesAndHearsAllTheSameWhatTheyNoted() throws Exception {
        table(1).sequence = 7;
        assertThat(guard(table(1), false).round()).isEmpty();
        table(1).sequence = 6;
        GuardedStore guard = guard(table(1), false);

        assertThat(guard.round())
                .hasValueSatisfying(reason -> assertThat(reason).contains("had come to 7"));
        assertThat(guard.passage()).isEqualTo(Passage.UNHEEDED);
        assertThat(guard.rows().send(READ)).isNotNull();

        table(1).sequence = 8;
        assertThat(guard.round()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.OPEN);
    }

    @Test
    void fragmentsOfADataCenterWithoutATableAskAMajorityOfTables() throws Exception {
        RollbackGuard guard = ofFragments(Samples.dc(4));
        table(1).isUnreachable = true;
        table(2).isUnreachable = true;
        assertThat(guard.runOnce()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.WAITING);

        table(2).isUnreachable = false;
        assertThat(guard.runOnce()).isEmpty();
        assertThat(guard.passage()).isEqualTo(Passage.OPEN);
        assertThat(table(3).membership().progress())
                .containsExactly(
                        new StoreProgress(
                                Samples.dc(4), Occupant.Part.FRAGMENTS, 0, "life-of-dc4", 9));
    }

    private RollbackGuard ofFragments(DcName dc) {
        Membership known = StoreStartup.founding(dc, 1).after(Membership.UNINITIALIZED);
        RollbackGuard.Store store =
                new RollbackGuard.Store() {
                    @Override
                    public Membership membership() {
                        return known;
                    }

                    @Override
                    public OptionalLong sequence() {
                        return OptionalLong.of(9);
                    }
                };
        return guard(store, Occupant.Part.FRAGMENTS, true);
    }
}
