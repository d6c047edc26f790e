package io.giza.metadata.table.azure;

import io.giza.azure.AzureAccount;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;
import io.giza.metadata.table.RowTableException;
import io.giza.testkit.azure.Azurite;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.FaultyProxy;

import java.security.SecureRandom;
import java.time.Duration;

/** An emulator with a proxy before its tables, and fresh tables in it. */
public final class AzuriteTables implements AutoCloseable {
    private static final VirtualThreads THREADS = new VirtualThreads();

    private final Azurite azurite;
    private final FaultyProxy proxy;
    private int tables;

    /** Starts both. */
    public AzuriteTables() {
        this(AzuriteServer.start());
    }

    /** Puts a proxy before an emulator, which ends with this. */
    AzuriteTables(Azurite azurite) {
        this.azurite = azurite;
        proxy = FaultyProxy.inFrontOf(azurite.tablePort());
    }

    /** Returns what stands before the tables. */
    public FaultyProxy proxy() {
        return proxy;
    }

    /** Returns what a client is told to reach the emulator through the proxy. */
    public String connectionString() {
        return AzuriteProcess.connectionString(azurite.blobPort(), proxy.port());
    }

    /** Returns an account with a table that was not used yet. */
    public AzureAccount fresh() {
        return account("rows" + ++tables, Duration.ofSeconds(5));
    }

    /** Returns an account of which a request may take only so long. */
    public AzureAccount account(String table, Duration requestTimeout) {
        AzureSettings.Limits limits =
                new AzureSettings.Limits(null, requestTimeout, 0, null, null, null, null);
        AzureSettings settings =
                new AzureSettings(
                        connectionString(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        table,
                        limits);
        return settings.toAccount("giza.metadata.azure");
    }

    /** Opens a table under a clock. */
    public static AzureRowTable open(AzureAccount account, Time time) throws RowTableException {
        return AzureRowTable.open(account, new Surroundings(THREADS, time, new SecureRandom()));
    }

    /** Opens a table. */
    public static AzureRowTable open(AzureAccount account) throws RowTableException {
        return open(account, THREADS);
    }

    @Override
    public void close() {
        proxy.close();
        azurite.close();
    }
}
