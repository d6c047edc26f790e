package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.config.TopologyConfiguration.DataCenterConfiguration;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Account.SmallObjects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

/** The configuration of a cluster: what it gives to a process, and what it refuses. */
class ClusterConfigurationTest extends ClusterConfigurationFixture {

    @Test
    void givesTheTopologyAndTheAccountsOfTheCluster() {
        ClusterConfiguration cluster = cluster(TOKEN, Map.of("default", account("rs(2,1)", 3, 3)));

        assertThat(cluster.toTopology().epoch()).isEqualTo(1);
        assertThat(cluster.toTopology().byName().keySet()).containsExactlyElementsOf(names(3));
        assertThat(cluster.toTopology().byName().get(DC1))
                .satisfies(dc -> assertThat(dc.metadata()).hasToString(uri(9001)))
                .satisfies(dc -> assertThat(dc.fragments()).hasToString(uri(9002)))
                .satisfies(dc -> assertThat(dc.group()).isEqualTo("local"));
        assertThat(cluster.toAccounts())
                .containsEntry(
                        "default",
                        new Account(
                                "default",
                                names(3),
                                names(3),
                                new ReedSolomon(2, 1),
                                4 << 20,
                                SmallObjects.inlined(8 << 10),
                                16));
    }

    @Test
    void keepsTheTokenOutOfItsText() {
        assertThat(cluster(TOKEN, Map.of("default", account("rs(2,1)", 3, 3))).toString())
                .contains("dc=dc1")
                .doesNotContain(TOKEN);
    }

    @Test
    void itsFingerprintTellsOfAllThatIsTheSameEverywhereAndOfNoEndpoint() {
        ClusterConfiguration cluster = of(3, topology(3));
        TopologyConfiguration elsewhere =
                new TopologyConfiguration(
                        1,
                        topology(3).dataCenters().stream()
                                .map(
                                        each ->
                                                new DataCenterConfiguration(
                                                        each.name(),
                                                        each.metadata().replace(":9", ":8"),
                                                        each.fragments().replace(":9", ":8"),
                                                        null,
                                                        0,
                                                        "http://gateway:1"))
                                .toList());

        assertThat(of(3, elsewhere).fingerprint()).isEqualTo(cluster.fingerprint());
        assertThat(of(4, topology(4)).fingerprint()).isNotEqualTo(cluster.fingerprint());
        assertThat(of(3, new TopologyConfiguration(2, topology(3).dataCenters())).fingerprint())
                .isNotEqualTo(cluster.fingerprint());
        assertThat(cluster(TOKEN, Map.of("other", account("rs(2,1)", 3, 3))).fingerprint())
                .isNotEqualTo(cluster.fingerprint());
    }

    private static ClusterConfiguration of(int dcs, TopologyConfiguration topology) {
        return new ClusterConfiguration(
                DC1,
                TOKEN,
                null,
                null,
                topology,
                Map.of("default", account("rs(2,1)", dcs, 3)),
                false,
                0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "0123456789abcde"})
    void refusesAShortTokenWithoutRepeatingIt(String token) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster(token, Map.of("default", account("rs(2,1)", 3, 3))))
                .withMessageContaining("giza.cluster-token has " + token.length())
                .withMessageContaining("openssl rand")
                .withMessageNotContaining(token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0123456789abcde f", "0123456789abcdef\n", "0123456789abcdeé"})
    void refusesATokenThatNoHeaderCarries(String token) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster(token, Map.of("default", account("rs(2,1)", 3, 3))))
                .withMessageContaining("giza.cluster-token");
    }

    @Test
    void refusesADataCenterThatTheTopologyDoesNotList() {
        refusesAccount(account("rs(2,1)", 4, 3), "giza.accounts.default.metadata-dcs names dc4");
        refusesAccount(account("rs(2,1)", 3, 4), "giza.accounts.default.data-dcs names dc4");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new ClusterConfiguration(
                                        new DcName("dc7"),
                                        TOKEN,
                                        null,
                                        null,
                                        topology(3),
                                        Map.of("default", account("rs(2,1)", 3, 3)),
                                        false,
                                        0))
                .withMessageContaining("giza.dc is dc7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1:9001",
                "ftp://a:1",
                "http://",
                "http://a",
                "http://a:1/",
                "http://a:1/path",
                "http://a:1?x=y",
                "http://user@a:1",
                "http://a:70000",
                "/only/path"
            })
    void refusesAnEndpointThatIsNotSchemeHostPort(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataCenterConfiguration(DC1, text, uri(2), "local", 0, null))
                .withMessageContaining("http://host:port");
    }

    @Test
    void refusesTwoDataCentersOfOneNameOrOneEndpoint() {
        DataCenterConfiguration dc = dataCenter(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopologyConfiguration(1, List.of(dc, dc)))
                .withMessageContaining("names dc1 twice");
        DataCenterConfiguration thief =
                new DataCenterConfiguration(
                        new DcName("dc2"), uri(9011), uri(9002), "local", 0, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopologyConfiguration(1, List.of(dc, thief)))
                .withMessageContaining("to both dc1: fragments and dc2: fragments");
    }

    @Test
    void refusesAnEpochOfZeroAndAnEmptyMap() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopologyConfiguration(0, List.of(dataCenter(1))))
                .withMessageContaining("giza.topology.epoch is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopologyConfiguration(1, List.of()))
                .withMessageContaining("at least one data center");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster(TOKEN, Map.of()))
                .withMessageContaining("giza.accounts is empty");
    }
}
