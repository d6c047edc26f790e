package io.giza.testkit.azure;

import io.giza.azurite.AzuriteProcess;

/** An emulator of Azure's blobs and tables that a test has for itself. */
public interface Azurite extends AutoCloseable {
    /** Returns the port on which blobs are served. */
    int blobPort();

    /** Returns the port on which tables are served. */
    int tablePort();

    /** Returns what a client is told to reach its blobs and tables. */
    default String connectionString() {
        return AzuriteProcess.connectionString(blobPort(), tablePort());
    }

    /** Ends it and deletes what it has. */
    @Override
    void close();
}
