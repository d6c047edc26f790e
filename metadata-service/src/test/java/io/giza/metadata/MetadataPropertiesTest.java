package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.MetadataProperties.Store;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

class MetadataPropertiesTest {
    @Test
    void whatIsNotSaidHasADefault() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new MetadataProperties(
                                Store.ROCKSDB, Path.of("giza-data", "metadata"), true, null));
    }

    @Test
    void everyKeyIsHeard() {
        assertThat(
                        bind(
                                Map.of(
                                        "giza.metadata.store", "memory",
                                        "giza.metadata.data-dir", "/var/lib/giza",
                                        "giza.metadata.rollback-guard", "false")))
                .isEqualTo(
                        new MetadataProperties(
                                Store.MEMORY, Path.of("/var/lib/giza"), false, null));
    }

    @Test
    void anEmptyFolderIsRefusedWithItsKeyAndTheFix() {
        assertThatThrownBy(() -> new MetadataProperties(Store.ROCKSDB, Path.of(" "), true, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("giza.metadata.data-dir")
                .hasMessageContaining("name a folder");
    }

    @Test
    void anAccountOfAzureIsHeardAndItsKeyIsNotSaid() {
        MetadataProperties properties =
                bind(
                        Map.of(
                                "giza.metadata.store", "azure",
                                "giza.metadata.azure.account-name", "gizadc1",
                                "giza.metadata.azure.account-key", "c2VjcmV0",
                                "giza.metadata.azure.table", "rows",
                                "giza.metadata.azure.limits.quiet-period", "2m"));

        assertThat(properties.account().table()).isEqualTo("rows");
        assertThat(properties.account().limits().quietPeriod()).isEqualTo(Duration.ofMinutes(2));
        assertThat(properties.account().tableEndpoint())
                .hasToString("https://gizadc1.table.core.windows.net");
        assertThat(properties.toString()).doesNotContain("c2VjcmV0");
        assertThat(properties.account().toString()).doesNotContain("c2VjcmV0");
    }

    @Test
    void aStoreAtAzureWithoutAnAccountIsRefusedWithItsKeys() {
        assertThatThrownBy(() -> bind(Map.of("giza.metadata.store", "azure")))
                .rootCause()
                .hasMessageContaining("giza.metadata.azure")
                .hasMessageContaining("connection-string");
        assertThatThrownBy(
                        () ->
                                bind(
                                        Map.of(
                                                "giza.metadata.store", "azure",
                                                "giza.metadata.azure.account-key", "c2VjcmV0")))
                .rootCause()
                .hasMessageContaining("giza.metadata.azure.account-name");
    }

    @Test
    void anUnknownStoreIsRefusedWithItsKey() {
        assertThatThrownBy(() -> bind(Map.of("giza.metadata.store", "paper")))
                .hasMessageContaining("giza.metadata.store");
    }

    private static MetadataProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("giza.metadata", MetadataProperties.class);
    }
}
