package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.call.Durations;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Table;
import io.giza.signature.PercentEncoding;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;

/** Says at which data center operators work. */
@Command(
        name = "maintenance",
        description = {
            "Says at which data center operators work, so that others leave the rest alone.",
            "It is at one at a time, and ends by itself. 'giza status' shows it, and 'giza preflight'"
                    + " of any other data center is refused meanwhile."
        },
        synopsisSubcommandLabel = "(begin | end | show)")
public final class MaintenanceCommand {
    static final String PATH = "/maintenance";

    @Command(name = "begin", description = "Begins, or goes on for longer.")
    int begin(
            @Mixin Call call,
            @Parameters(paramLabel = "DC") String dc,
            @Option(
                            names = "--for",
                            paramLabel = "TIME",
                            defaultValue = "30m",
                            description =
                                    "How long at most, such as 30m or 2h (default"
                                            + " ${DEFAULT-VALUE}).")
                    String time,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            defaultValue = "",
                            description = "Why, for others.")
                    String reason) {
        Duration duration = Durations.parse("--for", time);
        if (duration.toMinutes() == 0) {
            throw new CommandException(ExitCode.MISUSE, "--for must be a minute at least.");
        }
        Map<String, Object> fields = Map.of("minutes", duration.toMinutes(), "reason", reason);
        print(call, call.ask(client -> client.post(path(dc), fields)));
        return 0;
    }

    @Command(name = "end", description = "Ends before its time.")
    int end(@Mixin Call call, @Parameters(paramLabel = "DC") String dc) {
        print(call, call.ask(client -> client.delete(path(dc))));
        return 0;
    }

    @Command(name = "show", description = "Shows where, until when, and why.")
    int show(@Mixin Call call) {
        print(call, call.ask(client -> client.get(PATH)));
        return 0;
    }

    private static void print(Call call, JsonNode answer) {
        call.print(
                answer,
                "data_centers",
                () -> {
                    Table table = new Table("DC", "UNTIL", "REASON", "BY");
                    for (JsonNode dc : answer.path("data_centers")) {
                        table.row(
                                Call.text(dc, "name", "?"),
                                Call.text(dc, "until", "?"),
                                Call.text(dc, "reason", ""),
                                Call.text(dc, "by", "?"));
                    }
                    return table;
                });
    }

    private static String path(String dc) {
        return PATH + "/" + PercentEncoding.encode(dc);
    }
}
