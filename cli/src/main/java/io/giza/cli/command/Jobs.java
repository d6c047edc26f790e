package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.OutputOptions;
import io.giza.cli.output.Progress;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the workers of all data centers say, for the commands that ask them. */
final class Jobs {
    private static final Duration PAUSE = Duration.ofSeconds(1);

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

    /**
     * Something that workers are told to do.
     *
     * @param path where, below the API
     * @param status where they tell how far it is
     */
    record Order(String path, String status) {}

    /** What is said of {@code --wait}. */
    static final String WAIT =
            "Waits until it is done, and exits with 1 if a worker could not do its part.";

    /**
     * Has them do something and prints what they answer, as {@link #show} does.
     *
     * @param wait whether to wait until none of them is at it
     */
    static int begin(
            Call call, Order order, boolean wait, BiConsumer<PrintWriter, JsonNode> detail) {
        JsonNode answer = call.ask(client -> begin(client, order, wait));
        int code = print(call, answer, detail);
        return wait && jobs(answer).anyMatch(job -> !Call.text(job, "detail", "").isEmpty())
                ? ExitCode.FINDING.number()
                : code;
    }

    private static JsonNode begin(AdminClient client, Order order, boolean wait) {
        JsonNode answer = client.post(order.path(), Map.of());
        try (Progress progress = new Progress()) {
            List<String> underWay = underWay(answer);
            while (wait && !underWay.isEmpty()) {
                progress.show(String.join(", ", underWay));
                LockSupport.parkNanos(PAUSE.toNanos());
                answer = client.get(order.status());
                underWay = underWay(answer);
            }
        }
        return answer;
    }

    private static Stream<JsonNode> jobs(JsonNode answer) {
        return answer.path("data_centers")
                .valueStream()
                .flatMap(worker -> worker.path("jobs").valueStream());
    }

    /**
     * Returns which jobs are not done, and how far they are. One that its holder has done is still
     * requested of the others for a while.
     */
    static List<String> underWay(JsonNode answer) {
        Map<String, List<JsonNode>> byName =
                jobs(answer)
                        .collect(
                                Collectors.groupingBy(
                                        job -> job.path("job").asString(),
                                        TreeMap::new,
                                        Collectors.toList()));
        return byName.values().stream()
                .filter(job -> is(job, "running") || (is(job, "requested") && !is(job, "waiting")))
                .map(Jobs::progress)
                .toList();
    }

    private static boolean is(List<JsonNode> job, String state) {
        return job.stream().anyMatch(each -> each.path("state").asString().equals(state));
    }

    private static String progress(List<JsonNode> job) {
        String position =
                job.stream()
                        .filter(each -> each.path("state").asString().equals("running"))
                        .map(each -> Call.text(each, "position", ""))
                        .findFirst()
                        .orElse("");
        return (job.getFirst().path("job").asString() + " " + position).strip();
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
                    Call.time(job, "ended", "never here"),
                    detailText.isEmpty() ? "" : ", " + detailText);
        }
        detail.accept(out, worker);
    }
}
