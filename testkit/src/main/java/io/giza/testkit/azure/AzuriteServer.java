package io.giza.testkit.azure;

import io.giza.azurite.AzuriteInstallation;
import io.giza.azurite.AzuriteProcess;
import io.giza.azurite.AzuriteProcess.Data;
import io.giza.azurite.AzuriteProcess.Ports;
import io.giza.azurite.AzuriteUnavailableException;

import org.opentest4j.TestAbortedException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Azurite, the emulator of Azure's blobs and tables, for tests: on free ports of the loopback, with
 * its data in a temporary folder, which is deleted when this is closed, and also when this JVM is
 * killed. See {@link AzuriteProcess} for what it is good for.
 */
public final class AzuriteServer implements Azurite {
    /** With this set to {@code required}, what would be skipped fails. */
    private static final String REQUIRED = "GIZA_AZURITE";

    private final Path folder;
    private AzuriteProcess running;

    private AzuriteServer(Path folder, AzuriteProcess running) {
        this.folder = folder;
        this.running = running;
    }

    /**
     * Starts an emulator, for a test that {@link NeedsAzurite}. Where node or npm is missing, the
     * test is aborted; it fails if the environment variable GIZA_AZURITE is {@code required}.
     */
    public static AzuriteServer start() {
        // Before the folder is made, so that nothing is left behind where a test is skipped.
        requireInstalled();
        try {
            Path folder = Files.createTempDirectory("giza-azurite-");
            return new AzuriteServer(folder, run(folder, Ports.ANY));
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be started", e);
        }
    }

    /** Installs the emulator if need be; where that cannot be done, the calling test is skipped. */
    static void requireInstalled() {
        try {
            Path _ = AzuriteInstallation.program();
        } catch (AzuriteUnavailableException e) {
            String message = "skipped: " + e.getMessage();
            if ("required".equals(System.getenv(REQUIRED))) {
                throw new IllegalStateException(message + " (" + REQUIRED + " is 'required')", e);
            }
            throw new TestAbortedException(message, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be installed", e);
        }
    }

    private static AzuriteProcess run(Path folder, Ports ports) throws IOException {
        try {
            return AzuriteProcess.start(folder, ports, Data.DELETED);
        } catch (AzuriteUnavailableException e) {
            throw new IOException(e);
        }
    }

    /** Returns where its data lies. */
    Path folder() {
        return folder;
    }

    /** Returns the process as it is now. */
    ProcessHandle process() {
        return running.handle();
    }

    @Override
    public int blobPort() {
        return running.ports().blob();
    }

    @Override
    public int tablePort() {
        return running.ports().table();
    }

    /** Ends the process in good order and starts it again with its data and its ports. */
    public void restart() {
        try {
            running.close();
            running = run(folder, running.ports());
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be started again", e);
        }
    }

    /** Stops the process where it is: connections stay open, and nothing is answered. */
    public void pause() {
        signal("-STOP");
    }

    /** Lets a paused process go on. */
    public void resume() {
        signal("-CONT");
    }

    private void signal(String signal) {
        try {
            Process kill =
                    new ProcessBuilder("kill", signal, Long.toString(running.handle().pid()))
                            .start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill " + signal + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        running.kill();
        try {
            AzuriteInstallation.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the data of Azurite cannot be deleted", e);
        }
    }
}
