package io.giza.testkit.azure;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Azurite, the emulator of Azure's blobs and tables, as a process on free ports of the loopback,
 * with its data in a temporary folder. It ends when this is closed, and also when this JVM is
 * killed: the process watches its standard input, which then ends, and deletes its folder itself.
 *
 * <p>It is a double for correctness and no measure of speed. It saves its tables every few seconds
 * only: what it acknowledged survives {@link #restart} and not a kill.
 */
public final class AzuriteServer implements AutoCloseable {
    /** The account that every emulator has, and its key, which is public. */
    public static final String ACCOUNT_NAME = "devstoreaccount1";

    /** The key of {@link #ACCOUNT_NAME}. */
    public static final String ACCOUNT_KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq"
                    + "/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final Pattern LISTENING =
            Pattern.compile("Azurite (\\w+) service is successfully listening at \\S+:(\\d+)");

    private static final String GUARD =
            """
            const fs = require('fs');
            const end = () => {
              try {
                fs.rmSync(process.env.GIZA_AZURITE_FOLDER, {recursive: true, force: true});
              } finally {
                process.exit(0);
              }
            };
            process.stdin.on('end', end).on('error', end).resume();
            process.stdin.unref();
            """;

    private final Path folder;
    private Running running;

    /** One life of the process. */
    private record Running(Process process, Ports ports) {}

    private record Ports(int blob, int queue, int table) {
        static final Ports ANY = new Ports(0, 0, 0);

        Ports with(String service, int port) {
            return switch (service) {
                case "Blob" -> new Ports(port, queue, table);
                case "Queue" -> new Ports(blob, port, table);
                case "Table" -> new Ports(blob, queue, port);
                default -> throw new IllegalStateException("a service named " + service);
            };
        }

        boolean isComplete() {
            return blob > 0 && queue > 0 && table > 0;
        }
    }

    private AzuriteServer(Path folder, Running running) {
        this.folder = folder;
        this.running = running;
    }

    /**
     * Starts an emulator, for a test that {@link NeedsAzurite}. Where node or npm is missing, the
     * test is aborted; it fails if the environment variable GIZA_AZURITE is {@code required}.
     */
    public static AzuriteServer start() {
        // Before the folder is made, so that nothing is left behind where a test is skipped.
        Path _ = AzuriteInstallation.program();
        try {
            Path folder = Files.createTempDirectory("giza-azurite-");
            Files.writeString(guard(folder), GUARD);
            return new AzuriteServer(folder, run(folder, Ports.ANY));
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be started", e);
        }
    }

    private static Path guard(Path folder) {
        return folder.resolve("guard.cjs");
    }

    private static Running run(Path folder, Ports ports) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                                AzuriteInstallation.command(
                                        guard(folder),
                                        "--location",
                                        folder.resolve("data").toString(),
                                        "--blobPort",
                                        Integer.toString(ports.blob()),
                                        "--queuePort",
                                        Integer.toString(ports.queue()),
                                        "--tablePort",
                                        Integer.toString(ports.table()),
                                        // Idle connections of a client's pool are not cut.
                                        "--blobKeepAliveTimeout",
                                        "3600",
                                        "--tableKeepAliveTimeout",
                                        "3600",
                                        "--skipApiVersionCheck",
                                        "--loose",
                                        "--silent",
                                        "--disableTelemetry"))
                        .redirectErrorStream(true);
        builder.environment().put("GIZA_AZURITE_FOLDER", folder.toString());
        Process process = builder.start();
        return new Running(process, listening(process));
    }

    private static Ports listening(Process process) throws IOException {
        BufferedReader output = process.inputReader();
        StringBuilder said = new StringBuilder();
        Ports ports = Ports.ANY;
        while (!ports.isComplete()) {
            @Nullable String line = output.readLine();
            if (line == null) {
                throw new IOException("Azurite ended before it listened: " + said);
            }
            said.append(line).append('\n');
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                ports = ports.with(matcher.group(1), Integer.parseInt(matcher.group(2)));
            }
        }
        // Somebody has to read on, or the process would stop when the pipe is full.
        Thread.ofPlatform()
                .daemon()
                .name("azurite-output")
                .start(() -> output.lines().forEach(_ -> {}));
        return ports;
    }

    /** Returns where its data lies. */
    Path folder() {
        return folder;
    }

    /** Returns the process as it is now. */
    ProcessHandle process() {
        return running.process().toHandle();
    }

    /** Returns the port on which blobs are served. */
    public int blobPort() {
        return running.ports().blob();
    }

    /** Returns the port on which tables are served. */
    public int tablePort() {
        return running.ports().table();
    }

    /** Returns what a client is told to reach the blobs and tables of this emulator. */
    public String connectionString() {
        return connectionString(blobPort(), tablePort());
    }

    /** Returns the same with other ports: of proxies, say. */
    public static String connectionString(int blobPort, int tablePort) {
        return "DefaultEndpointsProtocol=http;AccountName="
                + ACCOUNT_NAME
                + ";AccountKey="
                + ACCOUNT_KEY
                + ";BlobEndpoint="
                + endpoint(blobPort)
                + ";TableEndpoint="
                + endpoint(tablePort)
                + ";";
    }

    /** Returns the endpoint of the account on a port. */
    public static String endpoint(int port) {
        return "http://127.0.0.1:" + port + "/" + ACCOUNT_NAME;
    }

    /** Ends the process in good order and starts it again with its data and its ports. */
    public void restart() {
        try {
            // Not Process.destroy, which closes the input too, whereupon the folder is deleted.
            running.process().toHandle().destroy();
            if (!running.process().waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Azurite does not end");
            }
            running = run(folder, running.ports());
        } catch (IOException e) {
            throw new UncheckedIOException("Azurite cannot be started again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
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
                    new ProcessBuilder("kill", signal, Long.toString(running.process().pid()))
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
        running.process().destroyForcibly();
        try {
            running.process().waitFor();
            AzuriteInstallation.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the data of Azurite cannot be deleted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
