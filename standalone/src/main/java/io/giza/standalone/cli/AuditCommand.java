package io.giza.standalone.cli;

import io.giza.recovery.RecoveryController;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Takes an account of all rows and fragments of a running cluster; changes nothing. */
@Command(
        name = "audit",
        description = {
            "Says whether all data centers know the same and hold just the fragments that they should.",
            "Changes nothing. Exits with 0 if so, and with 1 if not, or if not all could be looked"
                    + " at."
        })
final class AuditCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String RUNNING = "running";

    @Mixin private final ReportOptions options = new ReportOptions();

    @Option(
            names = "--no-wait",
            description = "Begins and does not wait; the same command waits for it later.")
    boolean noWait;

    @Override
    public Integer call() {
        // Any worker can tell for all of them.
        AdminClient worker = AdminClient.ofRecoveryWorkers(options.data).getFirst();
        JsonNode status = ask(worker, "POST");
        while (!noWait && status.path("state").asString("").equals(RUNNING)) {
            showProgress(status);
            LockSupport.parkNanos(PAUSE.toNanos());
            status = ask(worker, "GET");
        }
        clearProgress();
        PrintWriter out = options.out();
        if (options.json) {
            out.println(status);
        } else {
            print(out, status);
        }
        out.flush();
        return isSuccessful(status) ? 0 : 1;
    }

    private static JsonNode ask(AdminClient worker, String method) {
        return WorkerReports.JSON.readTree(worker.send(method, RecoveryController.AUDIT));
    }

    private boolean isSuccessful(JsonNode status) {
        return status.path("report").path("even").asBoolean(false)
                ? status.path("state").asString("").equals("done")
                : noWait && status.path("state").asString("").equals(RUNNING);
    }

    private static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private void showProgress(JsonNode status) {
        if (isInteractive()) {
            System.err.printf(
                    Locale.ROOT,
                    "\r%d of %d key spaces, %d rows ",
                    status.path("done").asLong(0),
                    status.path("spaces").asLong(0),
                    status.path("report").path("rows").path("all").asLong(0));
        }
    }

    private static void clearProgress() {
        if (isInteractive()) {
            System.err.print("\r\033[K");
        }
    }

    private static void print(PrintWriter out, JsonNode status) {
        String state = status.path("state").asString("");
        JsonNode report = status.path("report");
        if (!state.equals("done")) {
            out.println("The audit is " + state + ". " + status.path("detail").asString(""));
            return;
        }
        out.println("rows       " + WorkerReports.counts(report.path("rows")));
        out.println("versions   " + WorkerReports.counts(report.path("versions")));
        for (var dc : report.path("dataCenters").properties()) {
            printStore(out, dc.getKey(), dc.getValue());
        }
        for (JsonNode each : report.path("examples")) {
            out.printf(
                    Locale.ROOT,
                    "%s %-12s %s/%s version %d %s%n",
                    each.path("dc").asString(""),
                    each.path("what").asString(""),
                    each.path("bucket").asString(""),
                    each.path("key").asString(""),
                    each.path("version").asLong(0),
                    each.path("fragment").asString(""));
        }
        report.path("unanswered")
                .forEach(each -> out.println("could not be looked at: " + each.asString("")));
        boolean complete = report.path("complete").asBoolean(false);
        boolean even = report.path("even").asBoolean(false);
        out.println(even ? "even" : complete ? "not even" : "incomplete");
    }

    private static void printStore(PrintWriter out, String dc, JsonNode store) {
        StringBuilder line = new StringBuilder();
        append(line, "expected", store.path("expected"));
        append(line, "lying", store.path("lying"));
        for (var each : store.path("found").properties()) {
            if (each.getValue().path("fragments").asLong(0) > 0) {
                append(line, each.getKey(), each.getValue());
            }
        }
        if (!store.path("answered").asBoolean(false)) {
            line.append(", did not answer");
        }
        out.printf(Locale.ROOT, "%-10s %s%n", dc, line);
    }

    private static void append(StringBuilder line, String what, JsonNode amount) {
        line.append(line.isEmpty() ? "" : ", ")
                .append(what)
                .append(' ')
                .append(amount.path("fragments").asLong(0))
                .append(" fragments of ")
                .append(amount.path("bytes").asLong(0))
                .append(" bytes");
    }
}
