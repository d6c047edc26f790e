package io.giza.simulation.prove;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Worker} in a JVM of its own. */
final class WorkerProcess implements AutoCloseable {
    private static final List<String> OPTIONS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xmx1g",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Djdk.virtualThreadScheduler.parallelism=1",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=256",
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dlogback.configurationFile=prove/logback.xml");

    private final Process process;
    private final Writer input;
    private final BufferedReader output;

    private WorkerProcess(Process process) {
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a worker for {@code plan}. */
    static WorkerProcess start(Plan plan) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Worker.class.getName());
        try {
            WorkerProcess worker =
                    new WorkerProcess(
                            new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
            worker.say(plan);
            return worker;
        } catch (IOException e) {
            throw new UncheckedIOException("a worker cannot be started", e);
        }
    }

    /** Runs a block and waits for its end. */
    Finding run(Block block) {
        try {
            say(block);
            String line = output.readLine();
            return line == null
                    ? new Finding.Died("a worker ended at seeds " + block)
                    : JsonMapper.shared().readValue(line, Worker.Line.class).finding();
        } catch (IOException | JacksonException e) {
            return new Finding.Died("a worker failed at seeds " + block + ": " + e.getMessage());
        }
    }

    private void say(Object what) throws IOException {
        input.write(JsonMapper.shared().writeValueAsString(what));
        input.write('\n');
        input.flush();
    }

    @Override
    public void close() {
        // It tidies what it wrote.
        process.destroy();
    }
}
