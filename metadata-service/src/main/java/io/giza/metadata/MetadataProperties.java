package io.giza.metadata;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.nio.file.Path;

/**
 * What a metadata-service is told, under {@code giza.metadata}.
 *
 * @param store where rows are kept: {@code rocksdb}, or {@code memory} to try things out
 * @param dataDir the folder of the embedded table; one service each
 */
@ConfigurationProperties("giza.metadata")
public record MetadataProperties(
        @DefaultValue("rocksdb") Store store, @DefaultValue("giza-data/metadata") Path dataDir) {
    /** Where rows are kept. */
    public enum Store {
        /** In an embedded table on this machine's disk. */
        ROCKSDB,
        /** In memory: nothing survives the process. */
        MEMORY
    }

    public MetadataProperties {
        if (dataDir.toString().isBlank()) {
            throw new IllegalArgumentException(
                    "giza.metadata.data-dir is empty: name a folder for the rows");
        }
    }
}
