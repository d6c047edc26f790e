package io.giza.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership.State;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.util.List;

class StoreStartupTest {
    private static final DcName DC = new DcName("dc2");
    private static final StoreIdentity SELF = new StoreIdentity("prod", DC, "first");
    private static final String THREE = "dc1,dc2,dc3";
    private static final Membership FIRST =
            new Membership(SELF, 1, 0, State.ACTIVE, THREE, List.of());

    @Test
    void anEmptyStoreBeginsOnlyWhereItIsToldThatTheClusterNeverRan() {
        assertThat(entry(0, 1, THREE, true, "first").after(Membership.UNINITIALIZED))
                .isEqualTo(FIRST);
        refuses(entry(0, 1, THREE, false, "x"), Membership.UNINITIALIZED, "is empty", "initialize");
        refuses(entry(0, 7, THREE, false, "x"), Membership.UNINITIALIZED, "is empty", "since");
    }

    @Test
    void anEmptyStoreInThePlaceOfALostOneWaitsInTheEpochOfItsReplacementAlone() {
        Membership waiting =
                entry(2, 2, THREE + ";dc2@2", true, "second").after(Membership.UNINITIALIZED);

        assertThat(waiting.isInitialized()).isFalse();
        assertThat(waiting.life()).isEqualTo("second");
        refuses(entry(2, 3, THREE, true, "x"), Membership.UNINITIALIZED, "is empty");
    }

    @Test
    void theStoreOfAnotherClusterOrDataCenterIsRefused() {
        refuses(
                new StoreStartup("it", new Seat("other", DC, 0, 1, THREE), true, true, 0, "x"),
                FIRST,
                "dc2 of cluster prod",
                "giza.cluster-id");
        refuses(
                new StoreStartup(
                        "it", new Seat("prod", new DcName("dc3"), 0, 1, THREE), true, true, 0, "x"),
                FIRST,
                "dc2 of cluster prod",
                "dc3 of cluster prod");
    }

    @Test
    void theDataOfAStoreThatWasReplacedSinceIsRefused() {
        refuses(entry(2, 2, THREE, false, "x"), FIRST, "joined in epoch 0", "replaced since");
        refuses(entry(2, 3, THREE, false, "x"), FIRST, "replaced since");
        Membership second = new Membership(SELF, 2, 2, State.ACTIVE, THREE, List.of());
        refuses(entry(0, 2, THREE, false, "x"), second, "joined in epoch 2", "set it to 2");
    }

    @Test
    void aStoreFromBeforeStoresHadAnIdentityIsGivenOneIfItIsTheOneThatIsMeant() {
        Membership old = new Membership(2, 2, State.ACTIVE);

        Membership adopted = entry(2, 2, THREE + ";dc2@2", false, "life").after(old);

        assertThat(adopted.life()).isEqualTo("life");
        assertThat(adopted.epoch()).isEqualTo(2);
        assertThat(adopted.joined()).isEqualTo(2);
        assertThat(adopted.members()).isEqualTo(THREE + ";dc2@2");
        refuses(entry(0, 2, THREE, false, "x"), old, "set it to 2");
        refuses(entry(2, 2, THREE, false, "x"), new Membership(1, 0, State.ACTIVE), "replaced");
    }

    @Test
    void aPlaceThatWasTakenBeforeStoresHadAnIdentityIsGivenToNobodyElse() {
        String members = THREE + ";dc2@2";
        for (Occupant.Part part : Occupant.Part.values()) {
            for (String peer : List.of("dc1", "dc3")) {
                Seat seat = new Seat("prod", new DcName(peer), 0, 2, members);
                Occupant empty = new Occupant(DC, part, "empty");
                Membership upgraded =
                        new StoreStartup("it", seat, true, false, 0, "x")
                                .after(new Membership(2, 0, State.ACTIVE));

                assertThat(upgraded.withOccupant(2, empty).hasOccupant(2, empty)).isFalse();

                String next = THREE + ";dc2@3";
                assertThat(upgraded.raised(3, next).withOccupant(3, empty).hasOccupant(3, empty))
                        .isTrue();
            }
        }
    }

    @Test
    void theEpochOfTheConfigurationIsTakenOverIfItIsTheNextOrAccepted() {
        assertThat(entry(0, 2, THREE + ";dc3@2", false, "x").after(FIRST))
                .isEqualTo(new Membership(SELF, 2, 0, State.ACTIVE, THREE + ";dc3@2", List.of()));
        refuses(entry(0, 100, THREE, false, "x"), FIRST, "epoch 1", "--giza.accept-epoch=100");
        StoreStartup accepted = new StoreStartup("it", seat(0, 100, THREE), true, false, 100, "x");
        assertThat(accepted.after(FIRST).epoch()).isEqualTo(100);
        assertThat(entry(0, 1, THREE, false, "x").after(accepted.after(FIRST)).epoch())
                .isEqualTo(100);
    }

    @Test
    void whoDecidesChangesWithTheEpochAlone() {
        refuses(
                entry(0, 1, THREE + ",dc4,dc5", false, "x"),
                FIRST,
                "dc1,dc2,dc3 decide",
                "another epoch");
        assertThat(FIRST.mismatchWith(seat(0, 1, THREE))).isEmpty();
        assertThat(FIRST.mismatchWith(seat(0, 1, THREE + ",dc4,dc5")))
                .hasValueSatisfying(why -> assertThat(why).contains("needs another epoch"));
    }

    @Test
    void aRequestThatMeansAnotherStoreIsToldSoAndOneOfAnEpochThatEndedIsLetIn() {
        Membership second = new Membership(SELF, 2, 2, State.ACTIVE, THREE + ";dc2@2", List.of());

        assertThat(second.mismatchWith(seat(2, 2, THREE + ";dc2@2"))).isEmpty();
        assertThat(second.mismatchWith(seat(0, 1, THREE))).isEmpty();
        assertThat(second.mismatchWith(new Seat("other", DC, 0, 1, THREE))).isPresent();
        assertThat(second.mismatchWith(new Seat("prod", new DcName("dc1"), 0, 1, THREE)))
                .isPresent();
        assertThat(FIRST.mismatchWith(seat(2, 2, THREE + ";dc2@2"))).isPresent();
    }

    @Test
    void aTableThatDoesNotDecideStartsWhateverIsReplacedAndNeverServes() {
        Seat first = new Seat("prod", DC, 0, 1, "dc1,dc3,dc4");
        Seat replaced = new Seat("prod", DC, 2, 2, "dc1,dc3,dc4;dc2@2");
        Seat later = new Seat("prod", DC, 2, 4, "dc1,dc3,dc4;dc1@3;dc2@2;dc3@4");

        Membership empty = idle(replaced).after(Membership.UNINITIALIZED);
        assertThat(empty.isInitialized()).isFalse();
        assertThat(idle(later).after(empty).isInitialized()).isFalse();
        Membership old =
                new StoreStartup("it", first, false, true, 0, "x").after(Membership.UNINITIALIZED);
        assertThat(idle(later).after(old).epoch()).isEqualTo(4);
        refuses(new StoreStartup("it", later, true, false, 0, "x"), empty, "is empty");
        refuses(
                new StoreStartup("it", later, true, false, 0, "x"),
                idle(later).after(old),
                "joined in epoch 0");
    }

    private static StoreStartup idle(Seat seat) {
        return new StoreStartup("it", seat, false, false, 0, "x");
    }

    private static Seat seat(long joined, long epoch, String members) {
        return new Seat("prod", DC, joined, epoch, members);
    }

    private static StoreStartup entry(
            long joined, long epoch, String members, boolean initialize, String life) {
        return new StoreStartup("it", seat(joined, epoch, members), true, initialize, 0, life);
    }

    private static void refuses(StoreStartup entry, Membership found, String... words) {
        assertThatExceptionOfType(RefusedStoreException.class)
                .isThrownBy(() -> entry.after(found))
                .satisfies(e -> assertThat(e.getMessage()).startsWith("it ").contains(words));
    }
}
