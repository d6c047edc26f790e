package io.giza.cli.command;

import io.giza.cli.call.Call;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;

/** Says what the recovery workers did, and has them work now. */
@Command(
        name = "recovery",
        description = {
            "Says what the recovery workers did since they started, and has them work now.",
            "They compare the data centers as soon as one is back, and every six hours."
        },
        synopsisSubcommandLabel = "(status | start | audit)",
        subcommands = AuditCommand.class)
public final class RecoveryCommand {
    /** Where the state of the workers is asked for. */
    public static final String STATUS = "/jobs/recovery";

    @Command(
            name = "status",
            description =
                    "Shows which data centers are away, and the state of each job of each worker.")
    int status(@Mixin Call call) {
        return Jobs.show(call, STATUS, RecoveryCommand::print);
    }

    @Command(
            name = "start",
            description = "Has the workers compare the data centers now, and repair what lacks.")
    int start(@Mixin Call call, @Option(names = "--wait", description = Jobs.WAIT) boolean wait) {
        return Jobs.begin(
                call,
                new Jobs.Order("/jobs/recovery/catch-up", STATUS),
                wait,
                RecoveryCommand::print);
    }

    private static void print(PrintWriter out, JsonNode worker) {
        JsonNode counts = worker.path("counts");
        for (JsonNode dc : worker.path("away")) {
            out.println("  " + dc.asString() + " does not answer");
        }
        for (JsonNode replacement : worker.path("replacements")) {
            out.println("  filling    " + Replacement.line(replacement));
        }
        out.println("  rows       " + Call.counts(counts.path("rows")));
        out.println("  versions   " + Call.counts(counts.path("versions")));
        out.println("  rebuilt    " + rebuilt(counts));
    }

    static String rebuilt(JsonNode counts) {
        return counts.path("rebuiltFragments").asString()
                + " fragments of "
                + counts.path("rebuiltBytes").asString()
                + " bytes";
    }
}
