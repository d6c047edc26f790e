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

/** Says what the recovery workers of a running cluster did, and has them work now. */
@Command(
        name = "recovery",
        mixinStandardHelpOptions = true,
        description = "Says what the recovery workers did, and has them work now.",
        synopsisSubcommandLabel = "(status | start | audit)",
        subcommands = AuditCommand.class)
final class RecoveryCommand {
    private static final String DATA = "--data";
    private static final String DEFAULT_DATA = "giza-data";

    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Says who is away, and how it stands with each job of each worker.")
    int status(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        return ask(data, "GET", RecoveryController.STATUS, json);
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Has the workers compare the data centers now, and repair what lacks.")
    int start(
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        return ask(data, "POST", RecoveryController.CATCH_UP, json);
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
