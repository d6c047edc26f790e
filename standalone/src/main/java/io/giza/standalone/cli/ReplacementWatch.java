package io.giza.standalone.cli;

import io.giza.cli.command.Replacement;
import io.giza.recovery.RecoveryRequests;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.StoreStates;
import io.giza.standalone.control.WorkerClient;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows how a data center is being filled, until it is. */
final class ReplacementWatch {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path data;
    private final String dc;
    private final PrintWriter out;

    ReplacementWatch(Path data, String dc, PrintWriter out) {
        this.data = data;
        this.dc = dc;
        this.out = out;
    }

    /** Returns when it is filled. Interrupting it does not keep the workers from going on. */
    void await() {
        long began = System.nanoTime();
        String lastLine = "";
        while (!isFilled()) {
            String line = progress().orElse(dc + " waits for a worker to begin");
            if (!line.equals(lastLine)) {
                out.println(line);
                out.flush();
                lastLine = line;
            }
            pause();
        }
        out.printf(
                Locale.ROOT,
                "%s is filled, after %.1f s.%n",
                dc,
                (System.nanoTime() - began) / 1e9);
        out.flush();
    }

    /** As soon as a worker that answers says so. */
    private boolean isFilled() {
        List<String> failures = new ArrayList<>();
        for (WorkerClient worker : WorkerClient.ofRecoveryWorkers(data)) {
            try {
                return StoreStates.query(worker).stream()
                        .filter(each -> each.dc().equals(dc))
                        .anyMatch(each -> each.isAnswering() && each.isFilled());
            } catch (RefusedException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        throw new RefusedException(String.join(" ", failures));
    }

    private Optional<String> progress() {
        return WorkerClient.ofRecoveryWorkers(data).stream()
                .flatMap(worker -> replacements(worker).stream())
                .filter(each -> each.dc().equals(dc))
                .map(status -> Replacement.line(JSON.valueToTree(status)))
                .findFirst();
    }

    /** Returns what a worker fills; nothing if it does not answer, since it may be another's. */
    private static List<ReplacementStatus> replacements(WorkerClient worker) {
        try {
            return worker.send("GET", RecoveryRequests.STATUS, RecoveryRequests.Status.class)
                    .replacements();
        } catch (RefusedException e) {
            return List.of();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException("interrupted; the workers go on.", e);
        }
    }
}
