package io.giza.cli.command;

import io.giza.cli.call.Call;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;

/** Has the recovery workers read and check all fragments. */
@Command(
        name = "scrub",
        description = {
            "Has all fragments read and checked where they lie, and says what was found.",
            "The workers do so every 30 days, and rebuild what is missing or damaged."
        },
        synopsisSubcommandLabel = "(status | start)")
public final class ScrubCommand {
    @Command(name = "status", description = "Says how far each worker is and what it found.")
    int status(@Mixin Call call) {
        return Jobs.show(call, RecoveryCommand.STATUS, ScrubCommand::print);
    }

    @Command(name = "start", description = "Has the workers begin now.")
    int start(@Mixin Call call, @Option(names = "--wait", description = Jobs.WAIT) boolean wait) {
        return Jobs.begin(
                call,
                new Jobs.Order("/jobs/recovery/scrub", RecoveryCommand.STATUS),
                wait,
                ScrubCommand::print);
    }

    private static void print(PrintWriter out, JsonNode worker) {
        JsonNode counts = worker.path("counts");
        out.println(
                "  examined   "
                        + Call.counts(counts.path("examined"))
                        + ", "
                        + counts.path("examinedBytes").asString()
                        + " bytes");
        out.println("  rebuilt    " + RecoveryCommand.rebuilt(counts));
    }
}
