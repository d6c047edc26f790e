package io.giza.testkit.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.azurite.AzuriteInstallation;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.InputStream;
import java.util.Map;

class AzuriteLockTest {
    @Test
    void everyPackageOfTheEmulatorIsPinnedByItsDigest() throws Exception {
        JsonNode packages = lock().path("packages");

        assertThat(packages.path("").path("dependencies").path("azurite").asString())
                .isEqualTo(AzuriteInstallation.VERSION);
        assertThat(packages.size()).isGreaterThan(1);
        for (Map.Entry<String, JsonNode> each : packages.properties()) {
            if (!each.getKey().isEmpty()) {
                assertThat(each.getValue().path("integrity").asString())
                        .as(each.getKey())
                        .startsWith("sha512-");
            }
        }
    }

    private static JsonNode lock() throws Exception {
        try (InputStream lock =
                AzuriteInstallation.class.getResourceAsStream("package-lock.json")) {
            return JsonMapper.shared().readTree(lock);
        }
    }
}
