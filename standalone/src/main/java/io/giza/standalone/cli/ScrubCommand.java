package io.giza.standalone.cli;

import io.giza.recovery.RecoveryController;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;

/** Has the recovery workers of a running cluster read and check all fragments. */
@Command(
        name = "scrub",
        description = {
            "Has all fragments read and checked where they lie, and says what was found.",
            "The workers do so every 30 days, and rebuild what is missing or damaged."
        },
        synopsisSubcommandLabel = "(status | start)")
final class ScrubCommand {
    @Command(name = "status", description = "Says how far each worker is and what it found.")
    int status(@Mixin ReportOptions options) {
        return ask(options, "GET", RecoveryController.STATUS);
    }

    @Command(name = "start", description = "Has the workers begin now.")
    int start(@Mixin ReportOptions options) {
        return ask(options, "POST", RecoveryController.SCRUB);
    }

    private int ask(ReportOptions options, String method, String path) {
        PrintWriter out = options.out();
        return WorkerReports.print(
                AdminClient.ofRecoveryWorkers(options.data),
                new WorkerReports.Query(method, path, options.json),
                out,
                worker -> print(out, worker));
    }

    private static void print(PrintWriter out, JsonNode worker) {
        JsonNode counts = worker.path("counts");
        out.println(
                "  examined   "
                        + WorkerReports.counts(counts.path("examined"))
                        + ", "
                        + counts.path("examinedBytes").asLong(0)
                        + " bytes");
        out.println(
                "  rebuilt    "
                        + counts.path("rebuiltFragments").asLong(0)
                        + " fragments of "
                        + counts.path("rebuiltBytes").asLong(0)
                        + " bytes");
    }
}
