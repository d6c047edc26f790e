package io.giza.fragment.store;

import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.settings.AzureSettings;
import io.giza.testkit.azure.AzuriteContainer;
import io.giza.testkit.azure.NeedsDocker;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The store at Azure against the suite of all stores, in the official image of the emulator. */
@NeedsDocker
class AzureBlobStoreInDockerTest extends BlobStoreContract {
    private static AzuriteContainer azurite;
    private static int containers;

    private AzureBlobStore store;

    @BeforeAll
    static void start() {
        azurite = AzuriteContainer.start();
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @BeforeEach
    void open() {
        AzureSettings settings =
                AzureSettings.of(azurite.connectionString())
                        .withNames("store-" + containers++, "unused");
        store =
                AzureBlobStore.open(
                        settings.toAccount("giza.fragment.azure"),
                        new BlockBuffers(2),
                        new ManualTime());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    BlobStore store() {
        return store;
    }
}
