package io.giza.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.config.AccountConfiguration;
import io.giza.config.ByteSize;
import io.giza.config.ClusterConfiguration;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The YAML text of the shared configuration, bound as every service binds it. */
class ClusterBindingTest {
    private static final String YAML =
            """
            giza:
              dc: dc2
              cluster-token: 0123456789abcdef
              topology:
                epoch: 7
                data-centers:
                  - {name: dc1, metadata: "http://127.0.0.1:9001", fragments: "http://127.0.0.1:9002", group: east}
                  - {name: dc2, metadata: "http://127.0.0.1:9011", fragments: "http://127.0.0.1:9012"}
                  - {name: dc3, metadata: "https://c.example:443", fragments: "http://[::1]:9022", group: west}
              accounts:
                default: {metadata-dcs: [dc1,dc2,dc3], data-dcs: [dc1,dc2,dc3], coding: "rs(2,1)", stripe-size: 8MiB, inline-below: 0B, small-objects: {below: 1MiB, coding: "rs(1,2)"}}
                with-defaults: {metadata-dcs: [dc3,dc2,dc1], data-dcs: [dc1,dc2,dc3], coding: "rs(1,2)"}
            """;

    @Test
    void bindsEveryKey() {
        ClusterConfiguration cluster = bind(YAML);

        assertThat(cluster.dc()).isEqualTo(new DcName("dc2"));
        assertThat(cluster.clusterToken()).isEqualTo("0123456789abcdef");
        assertThat(cluster.toTopology().epoch()).isEqualTo(7);
        assertThat(cluster.toTopology().dataCenters())
                .extracting(dc -> dc.name() + " " + dc.metadata() + " " + dc.fragments())
                .containsExactly(
                        "dc1 http://127.0.0.1:9001 http://127.0.0.1:9002",
                        "dc2 http://127.0.0.1:9011 http://127.0.0.1:9012",
                        "dc3 https://c.example:443 http://[::1]:9022");
        assertThat(cluster.toTopology().dataCenters())
                .extracting(dc -> dc.group())
                .containsExactly("east", "local", "west");
        AccountConfiguration account = account(cluster, "default");
        assertThat(account.stripeSize()).isEqualTo(ByteSize.valueOf("8MiB"));
        assertThat(account.inlineBelow()).isEqualTo(ByteSize.valueOf("0B"));
        assertThat(account.coding()).isEqualTo("rs(2,1)");
        assertThat(account.smallObjects())
                .isEqualTo(
                        new AccountConfiguration.SmallObjects(ByteSize.valueOf("1MiB"), "rs(1,2)"));
        assertThat(cluster.toAccounts()).containsOnlyKeys("default", "with-defaults");
    }

    @Test
    void fillsInTheSizesOfAnAccountThatGivesNone() {
        AccountConfiguration account = account(bind(YAML), "with-defaults");

        assertThat(account.stripeSize()).isEqualTo(ByteSize.valueOf("4MiB"));
        assertThat(account.inlineBelow()).isEqualTo(ByteSize.valueOf("8KiB"));
        assertThat(account.metadataDcs())
                .isEqualTo(List.of(new DcName("dc3"), new DcName("dc2"), new DcName("dc1")));
    }

    @Test
    void namesTheKeyOfWhatIsMissingOrWrong() {
        refuses("", "giza.dc is missing");
        refuses(YAML.replace("cluster-token", "token"), "giza.cluster-token is missing");
        refuses(YAML.replace("epoch: 7", "epok: 7"), "giza.topology.epoch is 0");
        refuses(YAML.replace("data-centers", "places"), "giza.topology.data-centers is missing");
        refuses(YAML.replace("fragments: \"http://127.0.0.1:9012\"", "group: x"), "dc2: fragments");
        refuses(YAML.replace("accounts", "tenants"), "giza.accounts is missing");
        refuses(
                YAML.replace("coding: \"rs(1,2)\"}}", "x: 1}}"),
                "default.small-objects.coding is missing");
        refuses(
                YAML.replace("coding: \"rs(1,2)\"}\n", "x: 1}\n"),
                "with-defaults.coding is missing");
        refuses(YAML.replace("below: 1MiB", "x: 1"), "default.small-objects.below is missing");
        refuses(YAML.replace("8MiB", "8 bananas"), "size '8 bananas'");
        refuses(YAML.replace("dc: dc2", "dc: DC2"), "data center name 'DC2'");
        refuses(YAML.replace("[dc3,dc2,dc1]", "[dc3,dc2,dc9]"), "with-defaults.metadata-dcs names");
    }

    private static AccountConfiguration account(ClusterConfiguration cluster, String name) {
        return Objects.requireNonNull(cluster.accounts().get(name), name);
    }

    private static void refuses(String yaml, String message) {
        assertThatThrownBy(() -> bind(yaml)).rootCause().hasMessageContaining(message);
    }

    private static ClusterConfiguration bind(String yaml) {
        StandardEnvironment environment = new StandardEnvironment();
        try {
            new YamlPropertySourceLoader()
                    .load("test", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                    .forEach(environment.getPropertySources()::addFirst);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Binder.get(environment).bindOrCreate("giza", ClusterConfiguration.class);
    }
}
