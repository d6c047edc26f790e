package io.giza.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.Account;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.topology.LiveTopology.Permitted;
import io.giza.topology.LiveTopology.Refused;
import io.giza.topology.LiveTopology.Verdict;
import io.giza.topology.Members.Member;
import io.giza.topology.Members.State;
import io.giza.topology.Members.Store;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A change is judged by the stores that it leaves. */
class RemainingStoresTest {
    private static final Store ACTIVE = new Store(State.ACTIVE, 0);
    private static final Store SILENT = new Store(State.SILENT, 0);
    private static final Store EMPTY = new Store(State.EMPTY, 0);
    private static final DataCenter DC1 = dc("dc1", 0, 1);
    private static final DataCenter DC2 = dc("dc2", 0, 2);
    private static final DataCenter DC3 = dc("dc3", 0, 3);

    /** In epoch 4, dc1 took the place of a lost one in epoch 3. */
    private static final DataCenter JOINED = dc("dc1", 3, 1);

    private static DataCenter dc(String name, long since, int host) {
        return new DataCenter(
                new DcName(name), url(host, 9001), url(host, 9002), "local", since, null);
    }

    private static URI url(int host, int port) {
        return URI.create("http://10.0.0." + host + ":" + port);
    }

    private static final Topology WHOLE = topology(4, DC1, DC2, DC3);
    private static final Topology FILLING = topology(4, JOINED, DC2, DC3);
    private static final Topology DC2_REPLACED = topology(5, DC1, dc("dc2", 5, 2), DC3);
    private static final Topology DC2_REPLACED_BESIDE_FILLING =
            topology(5, JOINED, dc("dc2", 5, 2), DC3);
    private static final Topology DC2_MOVED = topology(5, DC1, dc("dc2", 0, 9), DC3);

    private static Topology topology(long epoch, DataCenter... dcs) {
        return new Topology(epoch, List.of(dcs));
    }

    private static Member member(String dc, Store table, Store fragments) {
        return new Member(new DcName(dc), table, fragments);
    }

    private static Member active(String dc) {
        return member(dc, ACTIVE, ACTIVE);
    }

    private static Store joined(State state, long epoch) {
        return new Store(state, epoch);
    }

    private static Account account(Coding coding, String... dataDcs) {
        return account(coding, Account.SmallObjects.inlined(0), dataDcs);
    }

    private static Account account(Coding coding, Account.SmallObjects small, String... dataDcs) {
        List<DcName> dcs = Stream.of(dataDcs).map(DcName::new).toList();
        return new Account(
                "tenant",
                Stream.of("dc1", "dc2", "dc3").map(DcName::new).toList(),
                dcs,
                coding,
                4 << 20,
                small,
                1);
    }

    private static final Account THREE = account(new Coding.ReedSolomon(2, 1), "dc1", "dc2", "dc3");

    private static Verdict judge(
            Topology current, Topology next, boolean mayLoseData, Member... members) {
        return new RemainingStores(current, next, List.of(members), Set.of())
                .judge(Quorums.of(3), new TopologyOrder(next, List.of(THREE), mayLoseData));
    }

    private static String refusal(Verdict verdict) {
        assertThat(verdict).isInstanceOf(Refused.class);
        return ((Refused) verdict).reason();
    }

    @Test
    void aDataCenterIsReplacedOrMovedWhileTheOthersAreWhole() {
        assertThat(
                        judge(
                                WHOLE,
                                DC2_REPLACED,
                                false,
                                active("dc1"),
                                member("dc2", SILENT, SILENT),
                                active("dc3")))
                .isEqualTo(new Permitted(List.of()));
        assertThat(
                        judge(
                                WHOLE,
                                DC2_MOVED,
                                false,
                                active("dc1"),
                                active("dc2"),
                                member("dc3", SILENT, SILENT)))
                .isEqualTo(new Permitted(List.of()));
    }

    @Test
    void noDataCenterIsReplacedBesideOneThatLacksWrites() {
        List<Member> members = List.of(active("dc1"), active("dc2"), active("dc3"));
        RemainingStores besideLagging =
                new RemainingStores(
                        WHOLE, DC2_REPLACED, members, Set.of(new DcName("dc1"), new DcName("dc2")));

        TopologyOrder order = new TopologyOrder(DC2_REPLACED, List.of(THREE), false);
        assertThat(refusal(besideLagging.judge(Quorums.of(3), order)))
                .contains("dc1 lacks writes that it missed")
                .contains("dc2 is replaced");
        TopologyOrder forced = new TopologyOrder(DC2_REPLACED, List.of(THREE), true);
        assertThat(besideLagging.judge(Quorums.of(3), forced)).isInstanceOf(Permitted.class);
        // What the replaced one lacks is rebuilt in any case.
        assertThat(
                        new RemainingStores(WHOLE, DC2_REPLACED, members, Set.of(new DcName("dc2")))
                                .judge(Quorums.of(3), order))
                .isEqualTo(new Permitted(List.of()));
    }

    /** Nothing could be decided or filled without a quorum, so losing data does not help. */
    @Test
    void noneIsReplacedBesideATableThatIsStillFilled() {
        Verdict verdict =
                judge(
                        FILLING,
                        DC2_REPLACED_BESIDE_FILLING,
                        true,
                        member("dc1", joined(State.JOINING, 3), joined(State.JOINING, 3)),
                        active("dc2"),
                        active("dc3"));

        assertThat(refusal(verdict))
                .isEqualTo(
                        "epoch 5 would have no quorum: 2 of 3 tables must be filled and answer, but"
                                + " dc1 is still being filled, dc2 is replaced: wait until they"
                                + " are");
    }

    @Test
    void noneIsReplacedBesideATableThatDoesNotAnswer() {
        Verdict verdict =
                judge(
                        WHOLE,
                        DC2_REPLACED,
                        true,
                        active("dc1"),
                        active("dc2"),
                        member("dc3", SILENT, ACTIVE));

        assertThat(refusal(verdict)).contains("dc2 is replaced, dc3 does not answer");
    }

    /** Its table is filled first, and then its fragments are rebuilt. */
    @Test
    void noneIsReplacedBesideFragmentsThatAreNotRebuiltUnlessDataMayBeLost() {
        Member[] members = {
            member("dc1", joined(State.ACTIVE, 3), joined(State.JOINING, 3)),
            active("dc2"),
            active("dc3")
        };
        String loss =
                "objects of account tenant in rs(2,1) can do without 1 of their data centers, but"
                        + " dc1 is still being filled, dc2 is replaced";

        assertThat(refusal(judge(FILLING, DC2_REPLACED_BESIDE_FILLING, false, members)))
                .startsWith(loss + ": wait until");
        assertThat(judge(FILLING, DC2_REPLACED_BESIDE_FILLING, true, members))
                .isEqualTo(new Permitted(List.of(loss)));
    }

    @Test
    void eachCodingOfAnAccountIsLookedAtInItsOwnDataCenters() {
        Account five =
                account(
                        new Coding.ReedSolomon(3, 2),
                        Account.SmallObjects.inlined(0)
                                .replicating(1000, new Coding.ReedSolomon(1, 1)),
                        "dc1",
                        "dc2",
                        "dc3",
                        "dc4",
                        "dc5");
        Account elsewhere = account(new Coding.ReedSolomon(2, 1), "dc1", "dc3", "dc5");
        Topology current = topology(4, DC1, DC2, DC3, dc("dc4", 3, 4), dc("dc5", 0, 5));
        Topology next = topology(5, DC1, dc("dc2", 5, 2), DC3, dc("dc4", 3, 4), dc("dc5", 0, 5));
        Store none = new Store(State.NONE, 0);

        Verdict verdict =
                new RemainingStores(
                                current,
                                next,
                                List.of(
                                        active("dc1"),
                                        active("dc2"),
                                        active("dc3"),
                                        member("dc4", none, joined(State.JOINING, 3)),
                                        member("dc5", none, ACTIVE)),
                                Set.of())
                        .judge(
                                Quorums.of(3),
                                new TopologyOrder(next, List.of(five, elsewhere), true));

        assertThat(verdict)
                .isEqualTo(
                        new Permitted(
                                List.of(
                                        "objects of account tenant in rs(1,1) can do"
                                                + " without 1 of their data centers, but dc2 is"
                                                + " replaced, dc4 is still being filled")));
    }

    @Test
    void whatReplacesNothingLosesNothing() {
        assertThat(
                        judge(
                                FILLING,
                                topology(5, JOINED, dc("dc2", 0, 9), DC3),
                                false,
                                member("dc1", joined(State.ACTIVE, 3), joined(State.JOINING, 3)),
                                active("dc2"),
                                member("dc3", ACTIVE, SILENT)))
                .isEqualTo(new Permitted(List.of()));
    }

    /** A data center that is filled and lost again is replaced once more. */
    @Test
    void whatIsStillFilledIsReplacedAgain() {
        assertThat(
                        judge(
                                FILLING,
                                topology(5, dc("dc1", 5, 1), DC2, DC3),
                                false,
                                member("dc1", joined(State.JOINING, 3), SILENT),
                                active("dc2"),
                                active("dc3")))
                .isEqualTo(new Permitted(List.of()));
    }

    @Test
    void noneIsMovedToWhereItsStoreDoesNotAnswer() {
        assertThat(
                        refusal(
                                judge(
                                        WHOLE,
                                        DC2_MOVED,
                                        true,
                                        active("dc1"),
                                        member("dc2", SILENT, ACTIVE),
                                        active("dc3"))))
                .startsWith("the table of dc2 does not answer at http://10.0.0.9:9001");
        assertThat(
                        refusal(
                                judge(
                                        WHOLE,
                                        DC2_MOVED,
                                        true,
                                        active("dc1"),
                                        member("dc2", ACTIVE, EMPTY),
                                        active("dc3"))))
                .startsWith("the fragment store of dc2 does not answer at http://10.0.0.9:9002");
    }

    @Test
    void theNextEpochWaitsUntilEachPlaceIsTaken() {
        DataCenter given = dc("dc1", 4, 1);
        Topology current = topology(4, given, DC2, DC3);
        Topology moved = topology(5, given, DC2, dc("dc3", 0, 9));
        Topology again = topology(5, dc("dc1", 5, 1), DC2, DC3);
        Member taken = member("dc1", joined(State.JOINING, 4), joined(State.JOINING, 4));
        for (Store free : List.of(SILENT, EMPTY, ACTIVE)) {
            Member[] members = {
                member("dc1", joined(State.JOINING, 4), free), active("dc2"), active("dc3")
            };
            assertThat(refusal(judge(current, moved, true, members)))
                    .startsWith("dc1 takes its place in epoch 4 and did not do so yet");
            assertThat(judge(current, again, false, members)).isInstanceOf(Permitted.class);
        }
        assertThat(judge(current, moved, false, taken, active("dc2"), active("dc3")))
                .isInstanceOf(Permitted.class);
    }
}
