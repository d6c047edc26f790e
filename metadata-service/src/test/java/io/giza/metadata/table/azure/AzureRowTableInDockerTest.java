package io.giza.metadata.table.azure;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableContract;
import io.giza.metadata.table.RowTableException;
import io.giza.testkit.azure.AzuriteContainer;
import io.giza.testkit.azure.NeedsDocker;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The table at Azure against the suite of all tables, in the official image of the emulator. */
@NeedsDocker
class AzureRowTableInDockerTest extends RowTableContract {
    private static AzuriteTables azurite;

    @BeforeAll
    static void start() {
        azurite = new AzuriteTables(AzuriteContainer.start());
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @Override
    public RowTable open() throws RowTableException {
        return AzuriteTables.open(azurite.fresh());
    }

    @Override
    public int countsEach() {
        return 1;
    }
}
