package io.giza.standalone.cli;

import io.giza.gc.GcController;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** Says what the garbage collection workers of a running cluster did, and has them work now. */
@Command(
        name = "gc",
        mixinStandardHelpOptions = true,
        description = "Says what the garbage collection workers did, and has them work now.",
        synopsisSubcommandLabel = "(status | sweep)")
final class GcCommand {
    private static final String DATA = "--data";
    private static final String DEFAULT_DATA = "giza-data";

    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Says how it stands with each job of each worker.")
    int status(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        return ask(data, "GET", GcController.STATUS, json);
    }

    @Command(
            name = "sweep",
            mixinStandardHelpOptions = true,
            description = "Has the workers look for garbage now, and says how it stands then.")
    int sweep(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json,
            @Option(
                            names = "--dry-run",
                            description = "Says what would be ended and deleted, and does nothing.")
                    boolean dryRun) {
        return dryRun ? preview(data, json) : ask(data, "POST", GcController.SWEEP, json);
    }

    /** Any worker can tell for all of them. */
    private int preview(Path data, boolean json) {
        JsonNode found =
                WorkerReports.JSON.readTree(
                        AdminClient.ofGcWorkers(data).getFirst().send("GET", GcController.PREVIEW));
        PrintWriter out = WorkerReports.out(spec);
        if (json) {
            out.println(found);
        } else {
            printPreview(out, found);
        }
        out.flush();
        return 0;
    }

    private static void printPreview(PrintWriter out, JsonNode found) {
        for (JsonNode item : found.path("items")) {
            out.printf(
                    Locale.ROOT,
                    "%-10s %s/%s %s, due since %s by rule '%s'%n",
                    item.path("what").asString(""),
                    item.path("bucket").asString(""),
                    item.path("key").asString(""),
                    item.path("version").asString(""),
                    item.path("since").asString(""),
                    item.path("rule").asString(""));
        }
        JsonNode rows = found.path("rows");
        out.println("would expire   " + WorkerReports.counts(found.path("expired")));
        out.println(
                "would collect  "
                        + rows.path("garbage").asLong(0)
                        + " versions of "
                        + rows.path("bytes").asLong(0)
                        + " bytes, as "
                        + found.path("lookedAt").asString("")
                        + " knows");
        out.println("would settle   " + rows.path("unsettled").asLong(0) + " puts");
        out.println("would remove   " + rows.path("empty").asLong(0) + " empty rows");
        if (!found.path("complete").asBoolean(false)) {
            out.println("not all could be looked at in time");
        }
    }

    private int ask(Path data, String method, String path, boolean json) {
        PrintWriter out = WorkerReports.out(spec);
        return WorkerReports.print(
                AdminClient.ofGcWorkers(data),
                new WorkerReports.Query(method, path, json),
                out,
                worker -> print(out, worker));
    }

    private static void print(PrintWriter out, JsonNode worker) {
        String clock = worker.path("clock").asString("");
        out.println("  clock      " + (clock.isEmpty() ? "shared by a quorum" : clock));
        out.println("  rows       " + WorkerReports.counts(worker.path("rows")));
        out.println("  fragments  " + WorkerReports.counts(worker.path("fragments")));
        out.println("  lifecycle  " + WorkerReports.counts(worker.path("lifecycle")));
        out.println("  expired    " + WorkerReports.counts(worker.path("expired")));
        out.println("  orphans    " + worker.path("orphanBytes").asLong(0) + " bytes removed");
    }
}
