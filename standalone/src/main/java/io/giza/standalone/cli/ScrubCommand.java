package io.giza.standalone.cli;

import io.giza.recovery.RecoveryCounts;
import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
        return ask(options, "GET", RecoveryRequests.STATUS);
    }

    @Command(name = "start", description = "Has the workers begin now.")
    int start(@Mixin ReportOptions options) {
        return ask(options, "POST", RecoveryRequests.SCRUB);
    }

    private static int ask(ReportOptions options, String method, String path) {
        RecoveryReports.print(options, method, path, ScrubCommand::print);
        return 0;
    }

    private static void print(PrintWriter out, RecoveryRequests.Status worker) {
        RecoveryCounts counts = worker.counts();
        out.println(
                "  examined   "
                        + WorkerReports.counts(counts.examined())
                        + ", "
                        + counts.examinedBytes()
                        + " bytes");
        out.println(
                "  rebuilt    "
                        + counts.rebuiltFragments()
                        + " fragments of "
                        + counts.rebuiltBytes()
                        + " bytes");
    }
}
