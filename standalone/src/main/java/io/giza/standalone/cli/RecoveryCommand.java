package io.giza.standalone.cli;

import io.giza.recovery.RecoveryController;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;

/** Says what the recovery workers of a running cluster did, and has them work now. */
@Command(
        name = "recovery",
        description = {
            "Says what the recovery workers of a running 'giza up' did since they started, and has"
                    + " them work now.",
            "They compare the data centers as soon as one is back, and every six hours."
        },
        synopsisSubcommandLabel = "(status | start | audit)",
        subcommands = AuditCommand.class)
final class RecoveryCommand {
    @Command(
            name = "status",
            description = "Says who is away, and how it stands with each job of each worker.")
    int status(@Mixin ReportOptions options) {
        return ask(options, "GET", RecoveryController.STATUS);
    }

    @Command(
            name = "start",
            description = "Has the workers compare the data centers now, and repair what lacks.")
    int start(@Mixin ReportOptions options) {
        return ask(options, "POST", RecoveryController.CATCH_UP);
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
        for (JsonNode dc : worker.path("away")) {
            out.println("  " + dc.asString("") + " does not answer");
        }
        for (JsonNode replacement : worker.path("replacements")) {
            out.println("  filling    " + ReplacementWatch.line(replacement));
        }
        out.println("  rows       " + WorkerReports.counts(counts.path("rows")));
        out.println("  versions   " + WorkerReports.counts(counts.path("versions")));
        out.println(
                "  rebuilt    "
                        + counts.path("rebuiltFragments").asLong(0)
                        + " fragments of "
                        + counts.path("rebuiltBytes").asLong(0)
                        + " bytes");
    }
}
