package io.giza.standalone.cli;

import io.giza.gc.GcController;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.util.Locale;

/** Says what the garbage collection workers of a running cluster did, and has them work now. */
@Command(
        name = "gc",
        description = {
            "Says what the garbage collection workers of a running 'giza up' did since they"
                    + " started, and has them work now instead of at their next time."
        },
        synopsisSubcommandLabel = "(status | sweep)")
final class GcCommand {
    @Command(name = "status", description = "Says how it stands with each job of each worker.")
    int status(@Mixin ReportOptions options) {
        return ask(options, "GET", GcController.STATUS);
    }

    @Command(
            name = "sweep",
            description = "Has the workers look for garbage now, and says how it stands then.")
    int sweep(
            @Mixin ReportOptions options,
            @Option(
                            names = "--dry-run",
                            description =
                                    "Says what lifecycles would end now and what is to be"
                                            + " collected, and does nothing.")
                    boolean dryRun) {
        return dryRun ? preview(options) : ask(options, "POST", GcController.SWEEP);
    }

    /** Any worker can tell for all of them. */
    private int preview(ReportOptions options) {
        JsonNode found =
                WorkerReports.JSON.readTree(
                        AdminClient.ofGcWorkers(options.data)
                                .getFirst()
                                .send("GET", GcController.PREVIEW));
        PrintWriter out = options.out();
        if (options.json) {
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

    private int ask(ReportOptions options, String method, String path) {
        PrintWriter out = options.out();
        return WorkerReports.print(
                AdminClient.ofGcWorkers(options.data),
                new WorkerReports.Query(method, path, options.json),
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
