package io.giza.standalone.control;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** What the workers of all data centers answer, and how it is printed. */
public final class WorkerReports {
    public static final JsonMapper JSON = JsonMapper.builder().build();

    private WorkerReports() {}

    /**
     * Asks all workers and prints what they answer.
     *
     * @param detailPrinter prints what is particular to the kind of worker, after its jobs
     */
    public static int print(
            List<AdminClient> workers,
            Query query,
            PrintWriter out,
            Consumer<JsonNode> detailPrinter) {
        ArrayNode all = JSON.createArrayNode();
        workers.forEach(
                worker -> all.add(JSON.readTree(worker.send(query.method(), query.path()))));
        if (query.json()) {
            out.println(all);
        } else {
            for (JsonNode worker : all) {
                printJobs(out, worker);
                detailPrinter.accept(worker);
            }
        }
        out.flush();
        return 0;
    }

    /** What is asked, and whether the answer is printed as it came. */
    public record Query(String method, String path, boolean json) {}

    private static void printJobs(PrintWriter out, JsonNode worker) {
        out.println(
                worker.path("dc").asString("")
                        + (worker.path("enabled").asBoolean(false) ? "" : ", disabled"));
        for (JsonNode job : worker.path("jobs")) {
            String detail = job.path("detail").asString("");
            out.printf(
                    Locale.ROOT,
                    "  %-24s %-10s last ended %s%s%n",
                    job.path("job").asString(""),
                    job.path("state").asString(""),
                    job.path("ended").asString("never here"),
                    detail.isEmpty() ? "" : ", " + detail);
        }
    }

    /** Returns counts by name as a text. */
    public static String counts(JsonNode counts) {
        StringBuilder text = new StringBuilder();
        counts.properties()
                .forEach(
                        each ->
                                text.append(text.isEmpty() ? "" : ", ")
                                        .append(each.getValue().asLong(0))
                                        .append(' ')
                                        .append(each.getKey()));
        return text.toString();
    }
}
