package io.giza.standalone.cli;

import io.giza.recovery.RecoveryRequests;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.StoreStates;
import io.giza.standalone.control.WorkerClient;

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
    private static final double MIB = 1 << 20;

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
                .map(ReplacementWatch::line)
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

    /** Returns a line about a data center that is being filled. */
    static String line(ReplacementStatus status) {
        if (status.phase().equals("counting")) {
            return status.dc() + "   0 %  counting what it is due";
        }
        boolean fragments = status.phase().equals("fragments");
        double unit = fragments ? MIB : 1;
        Long left = status.secondsLeft();
        return String.format(
                Locale.ROOT,
                "%s %3.0f %%  %s %,.0f of %,.0f%s, %,.1f%s/s%s",
                status.dc(),
                status.percent(),
                status.phase(),
                (fragments ? status.bytes() : status.rows()) / unit,
                (fragments ? status.ofBytes() : status.ofRows()) / unit,
                fragments ? " MiB" : "",
                status.perSecond() / unit,
                fragments ? " MiB" : "",
                left == null ? "" : ", " + duration(left) + " left");
    }

    private static String duration(long seconds) {
        Duration all = Duration.ofSeconds(seconds);
        return all.toHours() > 0
                ? String.format(Locale.ROOT, "%d h %02d min", all.toHours(), all.toMinutesPart())
                : String.format(Locale.ROOT, "%d:%02d min", all.toMinutes(), all.toSecondsPart());
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
