package io.giza.standalone.cli;

import io.giza.recovery.RecoveryCounts;
import io.giza.recovery.RecoveryRequests;
import io.giza.recovery.replacement.ReplacementStatus;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
            description =
                    "Shows which data centers are away, and the state of each job of each worker.")
    int status(@Mixin ReportOptions options) {
        return ask(options, "GET", RecoveryRequests.STATUS);
    }

    @Command(
            name = "start",
            description = "Has the workers compare the data centers now, and repair what lacks.")
    int start(@Mixin ReportOptions options) {
        return ask(options, "POST", RecoveryRequests.CATCH_UP);
    }

    private static int ask(ReportOptions options, String method, String path) {
        RecoveryReports.print(options, method, path, RecoveryCommand::print);
        return 0;
    }

    private static void print(PrintWriter out, RecoveryRequests.Status worker) {
        RecoveryCounts counts = worker.counts();
        for (String dc : worker.away()) {
            out.println("  " + dc + " does not answer");
        }
        for (ReplacementStatus replacement : worker.replacements()) {
            out.println("  filling    " + ReplacementWatch.line(replacement));
        }
        out.println("  rows       " + WorkerReports.counts(counts.rows()));
        out.println("  versions   " + WorkerReports.counts(counts.versions()));
        out.println(
                "  rebuilt    "
                        + counts.rebuiltFragments()
                        + " fragments of "
                        + counts.rebuiltBytes()
                        + " bytes");
    }
}
