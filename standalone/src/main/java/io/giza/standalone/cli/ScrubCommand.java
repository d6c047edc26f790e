package io.giza.standalone.cli;

import io.giza.recovery.RecoveryController;
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

/** Has the recovery workers of a running cluster read and check all fragments. */
@Command(
        name = "scrub",
        mixinStandardHelpOptions = true,
        description = "Has all fragments read and checked, and says what was found.",
        synopsisSubcommandLabel = "(status | start)")
final class ScrubCommand {
    private static final String DATA = "--data";
    private static final String DEFAULT_DATA = "giza-data";

    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Says how far each worker is and what it found.")
    int status(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        return ask(data, "GET", RecoveryController.STATUS, json);
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Has the workers begin now.")
    int start(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        return ask(data, "POST", RecoveryController.SCRUB, json);
    }

    private int ask(Path data, String method, String path, boolean json) {
        PrintWriter out = WorkerReports.out(spec);
        return WorkerReports.print(
                AdminClient.ofRecoveryWorkers(data),
                new WorkerReports.Query(method, path, json),
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
