package io.giza.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Occupant.Part;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class StoreProgressTest {
    private static final DcName DC = new DcName("dc2");
    private static final StoreProgress NOW = progress(0, "first", 9);

    @Test
    void aStoreThatCameAsFarAsOthersKnowIsTrusted() {
        assertThat(NOW.rollbackEvidence(List.of())).isEmpty();
        assertThat(NOW.rollbackEvidence(List.of(NOW))).isEmpty();
        assertThat(NOW.rollbackEvidence(List.of(progress(0, "first", 3)))).isEmpty();
    }

    @Test
    void anOlderCopyOfAStoreIsToldFromItself() {
        assertThat(progress(0, "first", 8).rollbackEvidence(List.of(NOW)))
                .hasValueSatisfying(
                        reason ->
                                assertThat(reason)
                                        .contains("has come to 8", "come to 9", "older copy"));
    }

    @Test
    void aStoreThatWasReplacedOrHasAnotherInItsPlaceIsToldSo() {
        assertThat(progress(0, "first", 99).rollbackEvidence(List.of(progress(2, "second", 1))))
                .hasValueSatisfying(reason -> assertThat(reason).contains("replaced in epoch 2"));
        assertThat(progress(0, "second", 99).rollbackEvidence(List.of(NOW)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("life first"));
        assertThat(progress(2, "second", 1).rollbackEvidence(List.of(NOW))).isEmpty();
    }

    @Test
    void whatIsKnownOfOthersSaysNothing() {
        StoreProgress other = new StoreProgress(new DcName("dc1"), Part.ROWS, 0, "x", 100);
        StoreProgress fragments = new StoreProgress(DC, Part.FRAGMENTS, 0, "y", 100);

        assertThat(NOW.rollbackEvidence(List.of(other, fragments))).isEmpty();
    }

    @Test
    void ofAPlaceTheFarthestOfTheStoreThatJoinedLastIsKept() {
        Membership known = Membership.UNINITIALIZED.withProgress(List.of(NOW));

        assertThat(known.withProgress(List.of(progress(0, "first", 3)))).isEqualTo(known);
        assertThat(known.withProgress(List.of(progress(0, "other", 99)))).isEqualTo(known);
        assertThat(known.withProgress(List.of(progress(0, "first", 10))).progress())
                .containsExactly(progress(0, "first", 10));
        assertThat(known.withProgress(List.of(progress(2, "second", 1))).progress())
                .containsExactly(progress(2, "second", 1));
    }

    @Test
    void whatWasNotedOutlivesEachChangeOfTheMembership() {
        Membership known =
                new StoreStartup(
                                "it", new Seat("prod", DC, 0, 1, "dc1,dc2"), true, true, 0, "first")
                        .after(Membership.UNINITIALIZED.withProgress(List.of(NOW)));

        assertThat(known.raised(2).progress()).containsExactly(NOW);
        assertThat(known.joining(2, "dc1,dc2;dc2@2").progress()).containsExactly(NOW);
        assertThat(known.joining(2, "dc1,dc2;dc2@2").activated(2).progress()).containsExactly(NOW);
        Membership second = known.raised(2, "dc1,dc2;dc3@2");
        assertThat(
                        second.withOccupant(2, new Occupant(new DcName("dc3"), Part.ROWS, "third"))
                                .progress())
                .containsExactly(NOW);
        assertThat(
                        new StoreStartup(
                                        "it",
                                        new Seat("prod", DC, 0, 2, "dc1,dc2"),
                                        true,
                                        false,
                                        0,
                                        "x")
                                .after(known)
                                .progress())
                .containsExactly(NOW);
    }

    @Test
    void noMoreIsKeptThanThereArePlaces() {
        List<StoreProgress> many = new ArrayList<>();
        for (int i = 0; i < StoreProgress.MOST + 5; i++) {
            many.add(new StoreProgress(new DcName("dc" + (i + 1)), Part.ROWS, 0, "x", 1));
        }

        assertThat(Membership.UNINITIALIZED.withProgress(many).progress())
                .hasSize(StoreProgress.MOST);
    }

    @Test
    void whatIsNoProgressIsRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> progress(0, "first", -1));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> progress(0, "not a life", 1));
    }

    private static StoreProgress progress(long joined, String life, long sequence) {
        return new StoreProgress(DC, Part.ROWS, joined, life, sequence);
    }
}
