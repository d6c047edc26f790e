package io.giza.standalone.cli;

import io.giza.recovery.RecoveryRequests;
import io.giza.recovery.audit.AuditReport;
import io.giza.recovery.audit.AuditStatus;
import io.giza.standalone.control.AdminClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.json.JsonMapper;

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
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Mixin private final ReportOptions options = new ReportOptions();

    @Option(
            names = "--no-wait",
            description = "Begins and does not wait; the same command waits for it later.")
    boolean noWait;

    @Override
    public Integer call() {
        // Any worker can tell for all of them.
        AdminClient worker = AdminClient.ofRecoveryWorkers(options.data).getFirst();
        String answer = worker.send("POST", RecoveryRequests.AUDIT);
        AuditStatus status = parse(answer);
        while (!noWait && status.state().equals(AuditStatus.RUNNING)) {
            showProgress(status);
            LockSupport.parkNanos(PAUSE.toNanos());
            answer = worker.send("GET", RecoveryRequests.AUDIT);
            status = parse(answer);
        }
        clearProgress();
        PrintWriter out = options.out();
        if (options.json) {
            out.println(answer);
        } else {
            print(out, status);
        }
        out.flush();
        return isSuccessful(status) ? 0 : 1;
    }

    private static AuditStatus parse(String answer) {
        return JSON.readValue(answer, AuditStatus.class);
    }

    private boolean isSuccessful(AuditStatus status) {
        AuditReport report = status.report();
        boolean isEven = report != null && report.even();
        return isEven
                ? status.state().equals(AuditStatus.DONE)
                : noWait && status.state().equals(AuditStatus.RUNNING);
    }

    private static boolean isInteractive() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static void showProgress(AuditStatus status) {
        AuditReport report = status.report();
        if (isInteractive()) {
            System.err.printf(
                    Locale.ROOT,
                    "\r%d of %d key spaces, %d rows ",
                    status.done(),
                    status.spaces(),
                    report == null ? 0 : report.rows().all());
        }
    }

    private static void clearProgress() {
        if (isInteractive()) {
            System.err.print("\r\033[K");
        }
    }

    private static void print(PrintWriter out, AuditStatus status) {
        AuditReport report = status.report();
        if (!status.state().equals(AuditStatus.DONE) || report == null) {
            out.println("The audit is " + status.state() + ". " + status.detail());
            return;
        }
        AuditReport.Rows rows = report.rows();
        out.printf(Locale.ROOT, "rows       %d all, %d uneven%n", rows.all(), rows.uneven());
        AuditReport.Versions versions = report.versions();
        out.printf(
                Locale.ROOT,
                "versions   %d objects, %d puts, %d markers, %d parts, %d undecided%n",
                versions.objects(),
                versions.puts(),
                versions.markers(),
                versions.parts(),
                versions.undecided());
        report.dataCenters().forEach((dc, store) -> printStore(out, dc, store));
        for (AuditReport.Example each : report.examples()) {
            out.printf(
                    Locale.ROOT,
                    "%s %-12s %s/%s version %d %s%n",
                    each.dc(),
                    each.what(),
                    each.bucket(),
                    each.key(),
                    each.version(),
                    each.fragment());
        }
        report.unanswered().forEach(each -> out.println("could not be looked at: " + each));
        out.println(report.even() ? "even" : report.complete() ? "not even" : "incomplete");
    }

    private static void printStore(PrintWriter out, String dc, AuditReport.Store store) {
        StringBuilder line = new StringBuilder();
        append(line, "expected", store.expected());
        append(line, "lying", store.lying());
        store.found()
                .forEach(
                        (kind, amount) -> {
                            if (amount.fragments() > 0) {
                                append(line, kind, amount);
                            }
                        });
        if (!store.answered()) {
            line.append(", did not answer");
        }
        out.printf(Locale.ROOT, "%-10s %s%n", dc, line);
    }

    private static void append(StringBuilder line, String what, AuditReport.Amount amount) {
        line.append(line.isEmpty() ? "" : ", ")
                .append(what)
                .append(' ')
                .append(amount.fragments())
                .append(" fragments of ")
                .append(amount.bytes())
                .append(" bytes");
    }
}
