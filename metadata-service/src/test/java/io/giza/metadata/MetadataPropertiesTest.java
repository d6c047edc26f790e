package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.MetadataProperties.Store;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.nio.file.Path;
import java.util.Map;

class MetadataPropertiesTest {
    @Test
    void whatIsNotSaidHasADefault() {
        assertThat(bind(Map.of()))
                .isEqualTo(new MetadataProperties(Store.ROCKSDB, Path.of("giza-data", "metadata")));
    }

    @Test
    void everyKeyIsHeard() {
        assertThat(
                        bind(
                                Map.of(
                                        "giza.metadata.store", "memory",
                                        "giza.metadata.data-dir", "/var/lib/giza")))
                .isEqualTo(new MetadataProperties(Store.MEMORY, Path.of("/var/lib/giza")));
    }

    @Test
    void anEmptyFolderIsRefusedWithItsKeyAndTheFix() {
        assertThatThrownBy(() -> new MetadataProperties(Store.ROCKSDB, Path.of(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("giza.metadata.data-dir")
                .hasMessageContaining("name a folder");
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
