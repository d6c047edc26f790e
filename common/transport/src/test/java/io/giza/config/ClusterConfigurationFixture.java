package io.giza.config;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.config.TopologyConfiguration.DataCenterConfiguration;
import io.giza.model.DcName;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The configuration of a cluster of three data centers, and what it is made of. */
abstract class ClusterConfigurationFixture {
    static final String TOKEN = "0123456789abcdef";
    static final DcName DC1 = new DcName("dc1");

    static void refusesAccount(AccountConfiguration account, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cluster(TOKEN, Map.of("default", account)))
                .withMessageContaining(message);
    }

    static ClusterConfiguration cluster(String token, Map<String, AccountConfiguration> accounts) {
        return new ClusterConfiguration(DC1, token, null, null, topology(3), accounts, false, 0);
    }

    static AccountConfiguration account(String coding, int metadataDcs, int dataDcs) {
        return new AccountConfiguration(
                names(metadataDcs),
                names(dataDcs),
                coding,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    static TopologyConfiguration topology(int dcs) {
        return new TopologyConfiguration(
                1, numbers(dcs).map(ClusterConfigurationFixture::dataCenter).toList());
    }

    static DataCenterConfiguration dataCenter(int number) {
        int block = 9000 + 10 * (number - 1);
        return new DataCenterConfiguration(
                new DcName("dc" + number), uri(block + 1), uri(block + 2), null, 0, null);
    }

    static List<DcName> names(int dcs) {
        return numbers(dcs).map(number -> new DcName("dc" + number)).toList();
    }

    static Stream<Integer> numbers(int count) {
        return Stream.iterate(1, number -> number + 1).limit(count);
    }

    static String uri(int port) {
        return "http://127.0.0.1:" + port;
    }
}
