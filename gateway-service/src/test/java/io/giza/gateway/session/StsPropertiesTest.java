package io.giza.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.auth.Accounts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class StsPropertiesTest {
    private static final String ROLE = "giza.gateway.sts.roles.shop.";
    private static final String ISSUER = "giza.gateway.sts.issuers.k8s.";
    private static final Accounts ACCOUNTS =
            Accounts.of(Map.of("default", RunningGateway.account()));

    private static StsProperties bound(Map<String, String> changes) {
        Map<String, String> all = new HashMap<>();
        all.put(ISSUER + "url", "https://issuer.example.net");
        all.put(ROLE + "policy", "readonly");
        all.put(ROLE + "issuers", "k8s");
        all.put(ROLE + "audiences", "giza");
        all.put(ROLE + "subjects", "system:serviceaccount:shop:*");
        all.putAll(changes);
        all.values().removeIf(each -> each.equals("-"));
        try {
            return new Binder(new MapConfigurationPropertySource(all))
                    .bindOrCreate("giza.gateway.sts", StsProperties.class);
        } catch (RuntimeException e) {
            Throwable deepest = e;
            while (deepest.getCause() != null) {
                deepest = deepest.getCause();
            }
            throw deepest instanceof IllegalArgumentException refusal ? refusal : e;
        }
    }

    @Test
    void aRoleTrustsWhomItNames() {
        AssumableRole role =
                bound(Map.of()).toRoles(ACCOUNTS).find("default", "shop").orElseThrow();

        assertThat(role.longest()).hasHours(1);
        assertThat(role.trusts(web("https://issuer.example.net", "shop:web", "giza"))).isTrue();
        assertThat(role.trusts(web("https://issuer.example.net", "shop:web", "x", "giza")))
                .isTrue();
        assertThat(role.trusts(web("https://issuer.example.net/", "shop:web", "giza"))).isFalse();
        assertThat(role.trusts(web("https://issuer.example.net", "shop:web", "Giza"))).isFalse();
        assertThat(role.trusts(web("https://issuer.example.net", "shopping:web", "giza")))
                .isFalse();
        assertThat(role.trusts(new Assumer.Key("GIZA", "default"))).isFalse();
        assertThat(bound(Map.of()).toRoles(ACCOUNTS).find("other", "shop")).isEmpty();
        assertThat(bound(Map.of()).toIssuers()).hasSize(1);
    }

    private static Assumer web(String issuer, String subject, String... audiences) {
        return new Assumer.Identity(issuer, "system:serviceaccount:" + subject, List.of(audiences));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "roles.shop.policy    | -                | roles.shop.policy must be readonly",
                "roles.shop.policy    | everything       | policy is none of readonly",
                "roles.shop.policy    | {}               | policy: ",
                "roles.shop.prefix    | NO               | prefix must begin with the name",
                "roles.shop.longest   | 13h              | roles.shop.longest must be 15m to 12h",
                "roles.shop.longest   | 14m              | roles.shop.longest must be 15m to 12h",
                "roles.shop.issuers   | else             | roles.shop.issuers names else, which",
                "roles.shop.issuers   | -                | must have issuers, audiences and subj",
                "roles.shop.audiences | -                | must have issuers, audiences and subj",
                "roles.shop.subjects  | -                | must have issuers, audiences and subj",
                "roles.shop.subjects  | *                | * alone is everybody",
                "roles.none.policy    | readonly         | roles.none trusts nobody",
                "issuers.k8s.url      | nowhere          | issuers.k8s.url must be as in https",
                "issuers.twin.url     | https://issuer.example.net | is that of another issuer too",
                "issuers.k8s.keys     | http://a.example/keys | issuers.k8s.keys must be a URL",
            })
    void whatIsWrongIsNamed(String key, String value, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bound(Map.of("giza.gateway.sts." + key, value)))
                .withMessageContaining(problem)
                .withMessageStartingWith("giza.gateway.sts.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://issuer.example.net",
                "http://localhost.example.net",
                "http://127.0.0.1.example.net",
                "https://user@issuer.example.net",
                "https://issuer.example.net#a",
                "https:///nobody",
                "file:///etc/passwd",
                "ftp://issuer.example.net",
                "issuer"
            })
    void anIssuerThatSomebodyCouldStandInForIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bound(Map.of(ISSUER + "url", url)))
                .withMessageContaining("issuers.k8s.url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://issuer.example.net/a/b",
                "http://localhost:8080",
                "http://127.0.0.1:1",
                "http://[::1]:1"
            })
    void anIssuerOverTlsOrOfThisMachineIsTaken(String url) {
        assertThat(bound(Map.of(ISSUER + "url", url)).toIssuers()).hasSize(1);
    }

    @Test
    void anAccountThatIsNotThereIsRefused() {
        for (String key : List.of("account", "accounts")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bound(Map.of(ROLE + key, "nobody")).toRoles(ACCOUNTS))
                    .withMessageContaining("roles.shop." + key + " names nobody, which");
        }
    }
}
