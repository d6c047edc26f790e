package io.giza.cli.command;

import io.giza.cli.call.Call;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.util.Locale;

/** Says what the workers did that collect garbage, and has them work now. */
@Command(
        name = "gc",
        description = {
            "Says what the workers that collect garbage did since they started, and has them work"
                    + " now.",
            "They sweep by themselves; nothing has to be run for that."
        },
        synopsisSubcommandLabel = "(status | sweep)")
public final class GcCommand {
    private static final String STATUS = "/jobs/gc";

    @Command(name = "status", description = "Shows the state of each job of each worker.")
    int status(@Mixin Call call) {
        return Jobs.show(call, STATUS, GcCommand::print);
    }

    @Command(
            name = "sweep",
            description = "Has the workers sweep now, and shows the state they are in then.")
    int sweep(
            @Mixin Call call,
            @Option(
                            names = "--dry-run",
                            description =
                                    "Says what lifecycles would end now and what is to be"
                                            + " collected, and does nothing.")
                    boolean dryRun,
            @Option(names = "--wait", description = Jobs.WAIT) boolean wait) {
        if (!dryRun) {
            return Jobs.begin(
                    call, new Jobs.Order("/jobs/gc/sweep", STATUS), wait, GcCommand::print);
        }
        JsonNode found = call.ask(client -> client.get("/jobs/gc/preview"));
        call.output().print(found, () -> printPreview(call.output().out(), found));
        return 0;
    }

    private static void printPreview(PrintWriter out, JsonNode found) {
        for (JsonNode item : found.path("items")) {
            out.printf(
                    Locale.ROOT,
                    "%-10s %s/%s %s, due since %s by rule '%s'%n",
                    Call.text(item, "what", ""),
                    Call.text(item, "bucket", ""),
                    Call.text(item, "key", ""),
                    Call.text(item, "version", ""),
                    Call.text(item, "since", ""),
                    Call.text(item, "rule", ""));
        }
        JsonNode rows = found.path("rows");
        out.println("would expire   " + Call.counts(found.path("expired")));
        out.println(
                "would collect  "
                        + rows.path("garbage").asString()
                        + " versions of "
                        + rows.path("bytes").asString()
                        + " bytes, as "
                        + Call.text(found, "lookedAt", "a worker")
                        + " knows");
        out.println("would settle   " + rows.path("unsettled").asString() + " puts");
        out.println("would remove   " + rows.path("empty").asString() + " empty rows");
        if (!found.path("complete").asBoolean()) {
            out.println("not all could be looked at in time");
        }
    }

    private static void print(PrintWriter out, JsonNode worker) {
        String clock = Call.text(worker, "clock", "");
        out.println("  clock      " + (clock.isEmpty() ? "shared by a quorum" : clock));
        out.println("  rows       " + Call.counts(worker.path("rows")));
        out.println("  fragments  " + Call.counts(worker.path("fragments")));
        out.println("  lifecycle  " + Call.counts(worker.path("lifecycle")));
        out.println("  expired    " + Call.counts(worker.path("expired")));
        out.println("  orphans    " + worker.path("orphanBytes").asString() + " bytes removed");
    }
}
