package io.giza.standalone.cluster;

import io.giza.azurite.AzuriteProcess;
import io.giza.azurite.AzuriteProcess.Data;
import io.giza.azurite.AzuriteProcess.Ports;
import io.giza.azurite.AzuriteUnavailableException;
import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.StandaloneOptions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The emulators of Azure Storage of a cluster, one per data center, where that is what it stores
 * in. They run as long as the cluster, whichever of its data centers are down: as at Azure, the
 * account is not a part of what fails with the services.
 */
final class Emulators implements AutoCloseable {
    private final List<AzuriteProcess> processes = new ArrayList<>();
    private final List<String> connectionStrings;

    private Emulators(List<String> accounts) {
        this.connectionStrings = new ArrayList<>(accounts);
    }

    /**
     * Starts what the options ask for.
     *
     * @throws RefusedException if an emulator cannot be had or does not start
     */
    static Emulators start(StandaloneOptions options) {
        Emulators emulators = new Emulators(options.azureConnectionStrings());
        if (options.shape().stores() == ClusterShape.Stores.EMBEDDED
                || !options.azureConnectionStrings().isEmpty()) {
            return emulators;
        }
        try {
            for (int dc = 0; dc < options.shape().dcs(); dc++) {
                Path folder = options.dataDir().resolve("dc" + (dc + 1)).resolve("azurite");
                AzuriteProcess process = AzuriteProcess.start(folder, Ports.ANY, Data.KEPT);
                emulators.processes.add(process);
                emulators.connectionStrings.add(process.connectionString());
            }
            return emulators;
        } catch (AzuriteUnavailableException e) {
            emulators.close();
            throw new RefusedException("--stores azurite: " + e.getMessage() + ".", e);
        } catch (IOException e) {
            emulators.close();
            throw new RefusedException(
                    "--stores azurite: an emulator does not start: " + e.getMessage(), e);
        }
    }

    /** Returns the connection string of a data center's account, if it has one. */
    Optional<String> connectionString(int dc) {
        return connectionStrings.isEmpty()
                ? Optional.empty()
                : Optional.of(connectionStrings.get(dc));
    }

    /** Ends all of them; each saves its data. */
    @Override
    public void close() {
        processes.forEach(AzuriteProcess::close);
    }
}
