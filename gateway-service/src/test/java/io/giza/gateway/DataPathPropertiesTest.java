package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.giza.azure.AzureAccount;
import io.giza.gateway.DataPathProperties.DataPath;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

class DataPathPropertiesTest {
    private static final DcName HOME = new DcName("dc1");
    private static final DcName FAR = new DcName("dc2");
    private static final Set<DcName> ALL = Set.of(HOME, FAR, new DcName("dc3"));

    private static DataPathProperties bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("giza", DataPathProperties.class);
    }

    private static Map<String, String> accountOf(String dc) {
        Map<String, String> keys = new HashMap<>();
        keys.put("giza.data-path", "direct");
        keys.put("giza.direct.accounts." + dc + ".account-name", "photos1");
        keys.put("giza.direct.accounts." + dc + ".account-key", "c2VjcmV0");
        return keys;
    }

    @Test
    void everythingGoesThroughTheServicesUnlessItIsSaidOtherwise() {
        DataPathProperties properties = bind(Map.of());

        assertThat(properties.dataPath()).isEqualTo(DataPath.TUNNELLED);
        assertThat(properties.direct().blockBuffers()).isEqualTo(16);
        assertThat(properties.accounts(HOME, ALL)).isEmpty();
    }

    @Test
    void theOtherDataCentersThatHaveAnAccountAreReachedDirectly() {
        Map<String, String> keys = accountOf("dc2");
        keys.putAll(accountOf("dc1"));
        keys.put("giza.direct.block-buffers", "3");
        keys.put("giza.direct.accounts.dc2.container", "far");
        DataPathProperties properties = bind(keys);

        Map<DcName, AzureAccount> accounts = properties.accounts(HOME, ALL);
        assertThat(accounts).containsOnlyKeys(FAR);
        assertThat(accounts.values())
                .extracting(AzureAccount::key, AzureAccount::container)
                .containsExactly(tuple("giza.direct.accounts.dc2", "far"));
        assertThat(properties.direct().blockBuffers()).isEqualTo(3);
        assertThat(properties.toString()).doesNotContain("c2VjcmV0");
    }

    @Test
    void accountsMayStandReadyWhileAllGoesThroughTheServices() {
        Map<String, String> keys = accountOf("dc2");
        keys.put("giza.data-path", "tunnelled");

        assertThat(bind(keys).accounts(HOME, ALL)).isEmpty();
    }

    @Test
    void whatMakesNoSenseIsRefusedByItsKey() {
        assertThatThrownBy(() -> bind(accountOf("dc9")).accounts(HOME, ALL))
                .hasMessageStartingWith("giza.direct.accounts names dc9");
        assertThatThrownBy(() -> bind(accountOf("dc1")).accounts(HOME, ALL))
                .hasMessageStartingWith("giza.data-path is direct and giza.direct.accounts names");
        Map<String, String> wrong = accountOf("dc2");
        wrong.put("giza.direct.accounts.dc2.account-key", "no secret !");
        assertThatThrownBy(() -> bind(wrong).accounts(HOME, ALL))
                .hasMessageStartingWith("giza.direct.accounts.dc2.account-key is not base 64")
                .hasMessageNotContaining("no secret");
        assertThatThrownBy(() -> bind(Map.of("giza.direct.block-buffers", "0")))
                .rootCause()
                .hasMessageContaining("giza.direct.block-buffers");
        assertThatThrownBy(() -> bind(Map.of("giza.data-path", "sideways")))
                .hasMessageContaining("giza.data-path");
    }
}
