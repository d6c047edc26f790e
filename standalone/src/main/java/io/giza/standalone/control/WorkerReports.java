package io.giza.standalone.control;

import io.giza.service.WorkerReport;
import io.giza.worker.JobStatus;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What the workers of all data centers answer, and how it is printed. */
public final class WorkerReports {
    private WorkerReports() {}

    /** What is asked. */
    public record Query(String method, String path) {}

    /**
     * Asks all workers and prints what they answer.
     *
     * @param type what they answer
     * @param detailPrinter prints what is particular to the kind of worker, after its jobs
     */
    public static <T extends WorkerReport> void print(
            List<AdminClient> workers,
            Query query,
            Class<T> type,
            PrintWriter out,
            Consumer<T> detailPrinter) {
        // All are asked first, so that nothing is printed if one does not answer.
        List<T> all =
                workers.stream()
                        .map(worker -> worker.send(query.method(), query.path(), type))
                        .toList();
        for (T worker : all) {
            printJobs(out, worker);
            detailPrinter.accept(worker);
        }
        out.flush();
    }

    /** Asks all workers and prints what they answer as it came, in one array. */
    public static void printJson(List<AdminClient> workers, Query query, PrintWriter out) {
        out.println(
                workers.stream()
                        .map(worker -> worker.send(query.method(), query.path()))
                        .collect(Collectors.joining(",", "[", "]")));
        out.flush();
    }

    private static void printJobs(PrintWriter out, WorkerReport worker) {
        out.println(worker.dc() + (worker.enabled() ? "" : ", disabled"));
        for (JobStatus job : worker.jobs()) {
            out.printf(
                    Locale.ROOT,
                    "  %-24s %-10s last ended %s%s%n",
                    job.job(),
                    job.state(),
                    job.ended() == null ? "never here" : job.ended(),
                    job.detail().isEmpty() ? "" : ", " + job.detail());
        }
    }

    /** Returns counts by name as a text. */
    public static String counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }
}
