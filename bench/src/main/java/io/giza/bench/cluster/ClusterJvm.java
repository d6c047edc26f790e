package io.giza.bench.cluster;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, which ends when its standard input does. */
public final class ClusterJvm implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(5);
    private static final int POLL_MILLIS = 100;
    private static final int ANSWER_MILLIS = 5000;
    private static final long STOP_SECONDS = 30;

    /** As the launcher starts a cluster. */
    private static final List<String> OPTIONS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-XX:+UseSerialGC",
                    "-Xms64m",
                    "-Xmx1g",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:MaxDirectMemorySize=512m",
                    "-Xlog:disable");

    private final Process process;
    private final Path log;

    /**
     * What a JVM runs.
     *
     * @param classPath where its classes are
     * @param main the class that is started
     */
    public record Program(String classPath, String main) {
        /** Returns one that is part of this program. */
        public static Program own(Class<?> main) {
            return new Program(System.getProperty("java.class.path"), main.getName());
        }
    }

    private ClusterJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Returns the command of a JVM; what it leaves when it is killed goes with a folder. */
    static List<String> command(
            Program program, List<String> arguments, Path folder, List<String> moreOptions)
            throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(moreOptions);
        command.addAll(List.of("-cp", program.classPath, program.main));
        command.addAll(arguments);
        return command;
    }

    /**
     * Starts one that writes what it says into a log.
     *
     * @param folder of its log and its temporary files
     * @param moreOptions further options of the JVM
     */
    public static ClusterJvm start(
            Program program, List<String> arguments, Path folder, List<String> moreOptions)
            throws IOException {
        Path log = folder.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(command(program, arguments, folder, moreOptions))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        return new ClusterJvm(builder.start(), log);
    }

    /**
     * Waits until something that it serves answers 200.
     *
     * @throws IllegalStateException with the end of its log if it ends instead, or takes minutes
     */
    public void awaitHealth(URI uri) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (!isHealthy(uri)) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                List<String> lines = Files.readAllLines(log);
                throw new IllegalStateException(
                        uri
                                + " does not answer; its process said: "
                                + String.join(
                                        " | ",
                                        lines.subList(
                                                Math.max(0, lines.size() - 3), lines.size())));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static boolean isHealthy(URI uri) {
        try {
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(ANSWER_MILLIS);
            connection.setReadTimeout(ANSWER_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it at once, as a power failure would. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        stop(process);
    }

    /** Ends a process by ending its standard input, or by force after half a minute. */
    static void stop(Process process) throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
