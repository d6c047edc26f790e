package io.giza.standalone.cli;

import io.giza.gc.GcPreview;
import io.giza.gc.GcRequests;
import io.giza.gc.sweep.RowPreview;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Says what the garbage collection workers of a running cluster did, and has them work now. */
@Command(
        name = "gc",
        description = {
            "Says what the garbage collection workers of a running 'giza up' did since they"
                    + " started, and has them work now instead of at their next time."
        },
        synopsisSubcommandLabel = "(status | sweep)")
final class GcCommand {
    @Command(name = "status", description = "Shows the state of each job of each worker.")
    int status(@Mixin ReportOptions options) {
        return ask(options, "GET", GcRequests.STATUS);
    }

    @Command(
            name = "sweep",
            description = "Has the workers look for garbage now, and says how it stands then.")
    int sweep(
            @Mixin ReportOptions options,
            @Option(
                            names = "--dry-run",
                            description =
                                    "Says what lifecycles would end now and what is to be"
                                            + " collected, and does nothing.")
                    boolean dryRun) {
        return dryRun ? preview(options) : ask(options, "POST", GcRequests.SWEEP);
    }

    /** Any worker can tell for all of them. */
    private static int preview(ReportOptions options) {
        AdminClient worker = AdminClient.ofGcWorkers(options.data).getFirst();
        if (options.json) {
            options.out().println(worker.send("GET", GcRequests.PREVIEW));
        } else {
            print(options.out(), worker.send("GET", GcRequests.PREVIEW, GcPreview.Result.class));
        }
        options.out().flush();
        return 0;
    }

    private static void print(PrintWriter out, GcPreview.Result found) {
        for (GcPreview.Item item : found.items()) {
            out.printf(
                    Locale.ROOT,
                    "%-10s %s/%s %s, due since %s by rule '%s'%n",
                    item.what(),
                    item.bucket(),
                    item.key(),
                    item.version(),
                    item.since(),
                    item.rule());
        }
        out.println("would expire   " + WorkerReports.counts(found.expired()));
        RowPreview.Counts rows = found.rows();
        out.println(
                "would collect  "
                        + rows.garbage()
                        + " versions of "
                        + rows.bytes()
                        + " bytes, as "
                        + found.lookedAt()
                        + " knows");
        out.println("would settle   " + rows.unsettled() + " puts");
        out.println("would remove   " + rows.empty() + " empty rows");
        if (!found.complete()) {
            out.println("not all could be looked at in time");
        }
    }

    private static int ask(ReportOptions options, String method, String path) {
        List<AdminClient> workers = AdminClient.ofGcWorkers(options.data);
        WorkerReports.Query query = new WorkerReports.Query(method, path);
        PrintWriter out = options.out();
        if (options.json) {
            WorkerReports.printJson(workers, query, out);
        } else {
            WorkerReports.print(
                    workers, query, GcRequests.Status.class, out, worker -> print(out, worker));
        }
        return 0;
    }

    private static void print(PrintWriter out, GcRequests.Status worker) {
        String clock = worker.clock();
        out.println("  clock      " + (clock.isEmpty() ? "shared by a quorum" : clock));
        out.println("  rows       " + WorkerReports.counts(worker.rows()));
        out.println("  fragments  " + WorkerReports.counts(worker.fragments()));
        out.println("  lifecycle  " + WorkerReports.counts(worker.lifecycle()));
        out.println("  expired    " + WorkerReports.counts(worker.expired()));
        out.println("  orphans    " + worker.orphanBytes() + " bytes removed");
    }
}
