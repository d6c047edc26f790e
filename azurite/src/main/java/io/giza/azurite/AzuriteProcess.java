package io.giza.azurite;

import org.jspecify.annotations.Nullable;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One life of an emulator on ports of the loopback. It ends in good order also when this JVM is
 * killed: it watches its standard input, which then ends.
 *
 * <p>It is a double for correctness and no measure of speed. It saves its tables every few seconds
 * only: what it acknowledged survives an end in good order and not a kill.
 */
public final class AzuriteProcess implements AutoCloseable {
    /** The account that every emulator has. */
    public static final String ACCOUNT_NAME = "devstoreaccount1";

    /** The key of {@link #ACCOUNT_NAME}, which is public. */
    public static final String ACCOUNT_KEY =
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq"
                    + "/K1SZFPTOtr/KBHBeksoGMGw==";

    private static final Pattern LISTENING =
            Pattern.compile("Azurite (\\w+) service is successfully listening at \\S+:(\\d+)");
    private static final int END_SECONDS = 30;

    private static final String GUARD =
            """
            const fs = require('fs');
            const folder = process.env.GIZA_AZURITE_FOLDER;
            const end = () => {
              if (!folder) {
                process.kill(process.pid, 'SIGTERM');
                return;
              }
              try {
                fs.rmSync(folder, {recursive: true, force: true});
              } finally {
                process.exit(0);
              }
            };
            process.stdin.on('end', end).on('error', end).resume();
            process.stdin.unref();
            """;

    private final Process process;
    private final Ports ports;

    /** Where its services listen; 0 before it is known. */
    public record Ports(int blob, int queue, int table) {
        /** Any that are free. */
        public static final Ports ANY = new Ports(0, 0, 0);

        private Ports with(String service, int port) {
            return switch (service) {
                case "Blob" -> new Ports(port, queue, table);
                case "Queue" -> new Ports(blob, port, table);
                case "Table" -> new Ports(blob, queue, port);
                default -> throw new IllegalStateException("a service named " + service);
            };
        }

        private boolean isComplete() {
            return blob > 0 && queue > 0 && table > 0;
        }
    }

    /** What becomes of its data when the JVM that started it ends. */
    public enum Data {
        /** It is saved. */
        KEPT,
        /** It is deleted with its folder. */
        DELETED
    }

    private AzuriteProcess(Process process, Ports ports) {
        this.process = process;
        this.ports = ports;
    }

    /**
     * Starts an emulator and returns when it listens.
     *
     * @param folder for its data; made if it is not there
     * @throws AzuriteUnavailableException if it cannot be had here
     * @throws IOException if it ends before it listens, or the folder cannot be written
     */
    public static AzuriteProcess start(Path folder, Ports ports, Data data)
            throws AzuriteUnavailableException, IOException {
        Files.createDirectories(folder);
        Path guard = folder.resolve("guard.cjs");
        Files.writeString(guard, GUARD);
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of(
                        "node",
                        "--require",
                        guard.toAbsolutePath().toString(),
                        AzuriteInstallation.program().toString()));
        command.addAll(List.of("--location", folder.resolve("data").toString()));
        command.addAll(List.of("--blobPort", Integer.toString(ports.blob)));
        command.addAll(List.of("--queuePort", Integer.toString(ports.queue)));
        command.addAll(List.of("--tablePort", Integer.toString(ports.table)));
        // Idle connections of a client's pool are not cut.
        command.addAll(List.of("--blobKeepAliveTimeout", "3600"));
        command.addAll(List.of("--tableKeepAliveTimeout", "3600"));
        command.addAll(
                List.of("--skipApiVersionCheck", "--loose", "--silent", "--disableTelemetry"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (data == Data.DELETED) {
            builder.environment().put("GIZA_AZURITE_FOLDER", folder.toAbsolutePath().toString());
        }
        Process process = builder.start();
        return new AzuriteProcess(process, listening(process));
    }

    private static Ports listening(Process process) throws IOException {
        BufferedReader output = process.inputReader();
        StringBuilder outputText = new StringBuilder();
        Ports ports = Ports.ANY;
        while (!ports.isComplete()) {
            @Nullable String line = output.readLine();
            if (line == null) {
                throw new IOException("Azurite ended before it listened: " + outputText);
            }
            outputText.append(line).append('\n');
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

    /** Returns where it listens. */
    public Ports ports() {
        return ports;
    }

    /** Returns what a client is told to reach its blobs and tables. */
    public String connectionString() {
        return connectionString(ports.blob, ports.table);
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

    /** Returns the process. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends it at once; what it has not saved is lost. */
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /** Ends it in good order: its data is saved. */
    @Override
    public void close() {
        // Not Process.destroy, which closes the input too, whereupon the data may be deleted.
        process.toHandle().destroy();
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("Azurite does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Azurite ends", e);
        }
    }
}
