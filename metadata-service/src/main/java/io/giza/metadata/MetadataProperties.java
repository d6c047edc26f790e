package io.giza.metadata;

import io.giza.azure.AzureAccount;
import io.giza.azure.settings.AzureSettings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.nio.file.Path;

/**
 * What a metadata-service is told, under {@code giza.metadata}.
 *
 * @param store where rows are kept: {@code rocksdb}, {@code azure}, or {@code memory} to try things
 *     out
 * @param dataDir the folder of the embedded table; one service each
 * @param rollbackGuard whether a table asks the other data centers how far they know it to have
 *     come, before it serves; for tests of one service alone it does not
 * @param azure the account whose table holds the rows, where {@code store} is {@code azure}; one
 *     table each
 */
@ConfigurationProperties("giza.metadata")
record MetadataProperties(
        @DefaultValue("rocksdb") Store store,
        @DefaultValue("giza-data/metadata") Path dataDir,
        @DefaultValue("true") boolean rollbackGuard,
        @Nullable AzureSettings azure) {
    private static final String AZURE = "giza.metadata.azure";

    /** Where rows are kept. */
    public enum Store {
        /** In an embedded table on this machine's disk. */
        ROCKSDB,
        /** In a table of an Azure storage account. */
        AZURE,
        /** In memory: nothing survives the process. */
        MEMORY
    }

    public MetadataProperties {
        if (dataDir.toString().isBlank()) {
            throw new IllegalArgumentException(
                    "giza.metadata.data-dir is empty: name a folder for the rows");
        }
        if (store == Store.AZURE) {
            AzureAccount _ = account(azure);
        }
    }

    /**
     * Returns the account whose table holds the rows.
     *
     * @throws IllegalArgumentException with the key and the fix, if the settings describe none
     */
    AzureAccount account() {
        return account(azure);
    }

    private static AzureAccount account(@Nullable AzureSettings azure) {
        return (azure == null ? AzureSettings.none() : azure).toAccount(AZURE);
    }
}
