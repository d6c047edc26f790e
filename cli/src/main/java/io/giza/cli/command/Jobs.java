package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.OutputOptions;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/** What the workers of all data centers say, for the commands that ask them. */
final class Jobs {
    private Jobs() {}

    /**
     * Asks them and prints what they answer.
     *
     * @param path what is asked, below the API
     * @param detail prints what is particular to the command, after the jobs of a worker
     * @return 0, or 1 if one of them did not answer
     */
    static int show(Call call, String path, BiConsumer<PrintWriter, JsonNode> detail) {
        return print(call, call.ask(client -> client.get(path)), detail);
    }

    /** Has them do something and prints what they answer, as {@link #show} does. */
    static int begin(Call call, String path, BiConsumer<PrintWriter, JsonNode> detail) {
        return print(call, call.ask(client -> client.post(path, Map.of())), detail);
    }

    private static int print(Call call, JsonNode answer, BiConsumer<PrintWriter, JsonNode> detail) {
        OutputOptions output = call.output();
        JsonNode all = answer.path("data_centers");
        output.print(
                answer,
                () ->
                        all.properties()
                                .forEach(
                                        each ->
                                                print(
                                                        output.out(),
                                                        each.getKey(),
                                                        each.getValue(),
                                                        detail)));
        long silent = all.properties().stream().filter(each -> isError(each.getValue())).count();
        if (silent == all.size()) {
            throw new CommandException(ExitCode.UNREACHABLE, "no worker answered.");
        }
        return silent == 0 ? ExitCode.FINE.number() : ExitCode.FINDING.number();
    }

    private static boolean isError(JsonNode worker) {
        return worker.has("error");
    }

    private static void print(
            PrintWriter out, String dc, JsonNode worker, BiConsumer<PrintWriter, JsonNode> detail) {
        if (isError(worker)) {
            out.println(dc + ": " + worker.path("error").asString());
            return;
        }
        out.println(dc + (worker.path("enabled").asBoolean() ? "" : ", disabled"));
        for (JsonNode job : worker.path("jobs")) {
            String detailText = Call.text(job, "detail", "");
            out.printf(
                    Locale.ROOT,
                    "  %-24s %-10s last ended %s%s%n",
                    job.path("job").asString(),
                    job.path("state").asString(),
                    Call.text(job, "ended", "never here"),
                    detailText.isEmpty() ? "" : ", " + detailText);
        }
        detail.accept(out, worker);
    }
}
