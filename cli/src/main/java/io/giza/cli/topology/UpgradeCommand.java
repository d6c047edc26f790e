package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.call.Consent;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** Shows how far an upgrade is, and ends it. */
@Command(
        name = "upgrade",
        description = {
            "Shows how far an upgrade of the cluster is, and ends it.",
            "Processes write what the release before reads until the upgrade is finalized."
        },
        synopsisSubcommandLabel = "(show | finalize)")
public final class UpgradeCommand {
    private static final String PATH = "/upgrade";

    @Command(
            name = "show",
            description = {
                "Shows which release each process runs, and which format levels it reads and"
                        + " writes.",
                "Exits with 1 if a process is in the way of the newest level."
            })
    int show(@Mixin Call call) {
        return shown(call, call.ask(client -> client.get(PATH)));
    }

    @Command(
            name = "finalize",
            description = {
                "Has all processes write the newest formats, once every process reads them.",
                "From then on an older release does not start any more."
            })
    int end(@Mixin Call call, @Mixin Consent consent) {
        if (consent.isDryRun()) {
            return shown(call, call.ask(client -> client.get(PATH)));
        }
        if (!consent.given(
                "finalize the upgrade, after which an older release does not start any more",
                call.output())) {
            return ExitCode.FINE.number();
        }
        JsonNode answer = call.ask(client -> client.post(PATH + "/finalize", Map.of()));
        call.print(
                answer,
                "",
                () ->
                        new Table("LEVEL", "FINALIZED BY")
                                .row(
                                        Call.text(answer, "level", "?"),
                                        Call.text(answer, "finalized_by", "?")));
        return ExitCode.FINE.number();
    }

    private static int shown(Call call, JsonNode answer) {
        call.print(answer, "processes", () -> table(answer));
        String level = Call.text(answer, "level", "?");
        String newest = Call.text(answer, "newest", "?");
        call.output()
                .say(
                        level.equals(newest)
                                ? "the cluster is at format level " + level
                                : "the cluster is at format level "
                                        + level
                                        + ", and this release has level "
                                        + newest);
        answer.path("against").forEach(each -> call.output().say(each.asString()));
        return (answer.path("against").isEmpty() ? ExitCode.FINE : ExitCode.FINDING).number();
    }

    private static Table table(JsonNode answer) {
        Table table = new Table("DC", "SERVICE", "VERSION", "COMMIT", "READS", "WRITES", "ERROR");
        for (JsonNode each : answer.path("processes")) {
            table.row(
                    Call.text(each, "dc", "?"),
                    Call.text(each, "service", "?"),
                    Call.text(each, "version", ""),
                    Call.text(each, "commit", ""),
                    Call.text(each, "reads", ""),
                    Call.text(each, "writes", ""),
                    Call.text(each, "error", ""));
        }
        return table;
    }
}
