package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.OutputOptions;
import io.giza.cli.output.Progress;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Takes an account of all rows and fragments; changes nothing. */
@Command(
        name = "audit",
        description = {
            "Says whether all data centers know the same and hold just the fragments that they should.",
            "Changes nothing. Exits with 0 if so, and with 1 if not, or if not all could be looked"
                    + " at."
        })
final class AuditCommand implements Callable<Integer> {
    private static final String PATH = "/jobs/recovery/audit";
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Mixin private final Call call = new Call();

    @Option(
            names = "--no-wait",
            description = "Begins and does not wait; the same command waits for it later.")
    boolean noWait;

    @Override
    public Integer call() {
        JsonNode status = call.ask(this::take);
        OutputOptions output = call.output();
        output.print(status, () -> print(output.out(), status));
        return (isEven(status) ? ExitCode.FINE : ExitCode.FINDING).number();
    }

    private JsonNode take(AdminClient client) {
        JsonNode status = client.post(PATH, Map.of());
        try (Progress progress = new Progress()) {
            while (!noWait && isRunning(status)) {
                progress.show(
                        status.path("done").asString()
                                + " of "
                                + status.path("spaces").asString()
                                + " key spaces, "
                                + status.path("report").path("rows").path("all").asLong(0)
                                + " rows");
                LockSupport.parkNanos(PAUSE.toNanos());
                status = client.get(PATH);
            }
        }
        return status;
    }

    private static boolean isRunning(JsonNode status) {
        return status.path("state").asString().equals("running");
    }

    private static boolean isDone(JsonNode status) {
        return status.path("state").asString().equals("done");
    }

    private boolean isEven(JsonNode status) {
        boolean isEven = status.path("report").path("even").asBoolean(false);
        return isEven && (isDone(status) || (noWait && isRunning(status)));
    }

    private static void print(PrintWriter out, JsonNode status) {
        JsonNode report = status.path("report");
        if (!isDone(status) || !report.isObject()) {
            out.println(
                    "The audit is "
                            + status.path("state").asString()
                            + ". "
                            + Call.text(status, "detail", ""));
            return;
        }
        JsonNode rows = report.path("rows");
        JsonNode versions = report.path("versions");
        out.printf(
                Locale.ROOT,
                "rows       %d all, %d uneven%n",
                rows.path("all").asLong(),
                rows.path("uneven").asLong());
        out.printf(
                Locale.ROOT,
                "versions   %d objects, %d puts, %d markers, %d parts, %d undecided%n",
                versions.path("objects").asLong(),
                versions.path("puts").asLong(),
                versions.path("markers").asLong(),
                versions.path("parts").asLong(),
                versions.path("undecided").asLong());
        report.path("dataCenters")
                .properties()
                .forEach(each -> printStore(out, each.getKey(), each.getValue()));
        for (JsonNode each : report.path("examples")) {
            out.printf(
                    Locale.ROOT,
                    "%s %-12s %s/%s version %d %s%n",
                    each.path("dc").asString(),
                    each.path("what").asString(),
                    Call.text(each, "bucket", ""),
                    Call.text(each, "key", ""),
                    each.path("version").asLong(),
                    Call.text(each, "fragment", ""));
        }
        report.path("unanswered")
                .forEach(each -> out.println("could not be looked at: " + each.asString()));
        out.println(
                report.path("even").asBoolean(false)
                        ? "even"
                        : report.path("complete").asBoolean(false) ? "not even" : "incomplete");
    }

    private static void printStore(PrintWriter out, String dc, JsonNode store) {
        StringBuilder line = new StringBuilder();
        append(line, "expected", store.path("expected"));
        append(line, "lying", store.path("lying"));
        store.path("found")
                .properties()
                .forEach(
                        each -> {
                            if (each.getValue().path("fragments").asLong() > 0) {
                                append(line, each.getKey(), each.getValue());
                            }
                        });
        if (!store.path("answered").asBoolean()) {
            line.append(", did not answer");
        }
        out.printf(Locale.ROOT, "%-10s %s%n", dc, line);
    }

    private static void append(StringBuilder line, String what, JsonNode amount) {
        line.append(line.isEmpty() ? "" : ", ")
                .append(what)
                .append(' ')
                .append(amount.path("fragments").asLong())
                .append(" fragments of ")
                .append(amount.path("bytes").asLong())
                .append(" bytes");
    }
}
