package io.giza.bench.rivals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server that was started for the comparison. */
final class ServerProcess implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final long STOP_SECONDS = 60;
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(200);
    private static final int LAST_LINES = 12;

    private final String name;
    private final Path log;
    private final Process process;

    private ServerProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Whether a server is ready. */
    @FunctionalInterface
    interface Readiness {
        /** Answers the question; a failure means no. */
        boolean check() throws IOException, InterruptedException;
    }

    /** Starts a server, all of whose output goes to a file. */
    static ServerProcess start(String name, ProcessBuilder builder, Path log) throws IOException {
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        return new ServerProcess(name, log, builder.start());
    }

    /**
     * Starts a command, and returns once it is ready; one that does not become ready is ended.
     *
     * @throws IllegalStateException with the end of its output if it ends or takes too long
     */
    static ServerProcess startUntilReady(
            String name, ProcessBuilder builder, Path log, Readiness readiness)
            throws IOException, InterruptedException {
        ServerProcess server = start(name, builder, log);
        try {
            server.await(readiness, LONGEST_START);
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Waits until it is ready.
     *
     * @throws IllegalStateException with the end of its output if it ends or takes too long
     */
    void await(Readiness readiness, Duration longest) throws IOException, InterruptedException {
        long began = System.nanoTime();
        while (!isReady(readiness)) {
            if (process.waitFor(BETWEEN_CHECKS)) {
                throw failure("ended with exit code " + process.exitValue());
            }
            if (System.nanoTime() - began > longest.toNanos()) {
                throw failure("is not ready after " + longest.toSeconds() + " s");
            }
        }
    }

    private static boolean isReady(Readiness readiness) throws InterruptedException {
        try {
            return readiness.check();
        } catch (IOException e) {
            return false;
        }
    }

    private IllegalStateException failure(String what) throws IOException {
        List<String> lines = Files.readString(log, StandardCharsets.UTF_8).lines().toList();
        String end =
                String.join(
                        "\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        return new IllegalStateException(name + " " + what + "; its last output:\n" + end);
    }

    ProcessCpu cpu() {
        return new ProcessCpu(name, List.of(process.pid()));
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /**
     * Runs a command that ends by itself, and returns the first line that it prints.
     *
     * @throws IOException if it cannot be run
     */
    static String firstLineOf(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output.lines().findFirst().orElse("unknown");
    }
}
