package io.giza.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** What may follow a topology, and how regions reach it. */
class TopologyChangeTest {
    private static final List<DcName> TABLES =
            List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));
    private static final Topology CURRENT =
            new Topology(4, List.of(at("dc1", 1, 0), at("dc2", 2, 3), at("dc3", 3, 0)));

    private static DataCenter at(String name, int host, long since) {
        return new DataCenter(
                new DcName(name), url(host, 9001), url(host, 9002), "local", since, null);
    }

    private static URI url(int host, int port) {
        return URI.create("http://10.0.0." + host + ":" + port);
    }

    private static Optional<String> refusal(long epoch, DataCenter... dcs) {
        return TopologyChange.refusal(CURRENT, new Topology(epoch, List.of(dcs)), TABLES);
    }

    @Test
    void aMoveAReplacementAndAnAdditionMayFollow() {
        assertThat(refusal(5, at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 3, 0))).isEmpty();
        assertThat(refusal(5, at("dc1", 1, 5), at("dc2", 2, 3), at("dc3", 3, 0))).isEmpty();
        assertThat(refusal(5, at("dc1", 1, 0), at("dc2", 2, 5), at("dc3", 3, 0))).isEmpty();
        assertThat(refusal(5, at("dc1", 1, 0), at("dc2", 2, 3), at("dc3", 3, 0), at("dc4", 4, 5)))
                .isEmpty();
    }

    @Test
    void anEpochThatIsNotTheNextIsRefused() {
        assertThat(refusal(6, at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 3, 0)))
                .hasValueSatisfying(
                        it -> assertThat(it).contains("epoch is 6").contains("epoch 4"));
        assertThat(refusal(4, at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 3, 0))).isPresent();
    }

    @Test
    void aDataCenterThatIsMissingIsRefused() {
        assertThat(refusal(5, at("dc1", 1, 0), at("dc3", 3, 0)))
                .hasValueSatisfying(it -> assertThat(it).startsWith("dc2 is missing"));
    }

    /** It would be taken for one that is there, and is not. */
    @Test
    void aPlaceOfAnotherEpochIsRefused() {
        assertThat(refusal(5, at("dc1", 1, 2), at("dc2", 2, 3), at("dc3", 3, 0)))
                .hasValueSatisfying(it -> assertThat(it).startsWith("dc1: since is 2"));
        assertThat(refusal(5, at("dc1", 1, 0), at("dc2", 2, 0), at("dc3", 3, 0)))
                .hasValueSatisfying(it -> assertThat(it).startsWith("dc2: since is 0"));
        assertThat(refusal(5, at("dc1", 1, 0), at("dc2", 2, 3), at("dc3", 3, 0), at("dc4", 4, 0)))
                .hasValueSatisfying(it -> assertThat(it).startsWith("dc4 is new"));
    }

    /** A quorum must stay where it is, for those who did not hear. */
    @Test
    void tooManyAtOnceAreRefused() {
        assertThat(refusal(5, at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 9, 0)))
                .hasValueSatisfying(
                        it -> assertThat(it).contains("2 of the data centers with rows"));
        assertThat(refusal(5, at("dc1", 8, 0), at("dc2", 2, 5), at("dc3", 3, 0))).isPresent();
    }

    /** The cluster's token would be sent there for everybody to read. */
    @Test
    void noEndpointLeavesEncryption() {
        DataCenter encrypted =
                new DataCenter(
                        new DcName("dc1"),
                        URI.create("https://10.0.0.1:9001"),
                        URI.create("https://10.0.0.1:9002"),
                        "local");
        Topology current = new Topology(4, List.of(encrypted, at("dc2", 2, 0), at("dc3", 3, 0)));
        Topology next = new Topology(5, List.of(at("dc1", 1, 0), at("dc2", 2, 0), at("dc3", 3, 0)));

        assertThat(TopologyChange.refusal(current, next, TABLES))
                .hasValue(
                        "http://10.0.0.1:9001 is not encrypted, and other endpoints are: write"
                                + " https://");
    }

    @Test
    void whatDoesNotMoveIsReachedAsEachRegionSays() {
        Topology next =
                new Topology(5, List.of(at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 3, 0)))
                        .noting(CURRENT);
        Topology elsewhere =
                new Topology(4, List.of(at("dc1", 101, 0), at("dc2", 102, 3), at("dc3", 103, 0)));

        Topology reached = next.reachedBy(elsewhere);

        assertThat(reached.epoch()).isEqualTo(5);
        assertThat(reached.dataCenters())
                .extracting(DataCenter::metadata)
                .containsExactly(url(8, 9001), url(102, 9001), url(103, 9001));
        assertThat(next.dataCenters()).extracting(DataCenter::moved).containsExactly(5L, 0L, 0L);
    }

    /** A configuration that was brought up to date says more than what was decided before it. */
    @Test
    void aLaterConfigurationSaysWhereWhatMovedBeforeItIs() {
        Topology moved =
                new Topology(5, List.of(at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 3, 0)))
                        .noting(CURRENT);
        Topology next =
                new Topology(6, List.of(at("dc1", 8, 0), at("dc2", 2, 3), at("dc3", 9, 0)))
                        .noting(moved);
        Topology configured =
                new Topology(5, List.of(at("dc1", 101, 0), at("dc2", 102, 3), at("dc3", 103, 0)));

        assertThat(next.reachedBy(configured).dataCenters())
                .extracting(DataCenter::metadata)
                .containsExactly(url(101, 9001), url(102, 9001), url(9, 9001));
    }
}
