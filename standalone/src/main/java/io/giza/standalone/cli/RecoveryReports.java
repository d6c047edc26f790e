package io.giza.standalone.cli;

import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.WorkerReports;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;

/** What all recovery workers of a cluster say, for the commands that ask them. */
final class RecoveryReports {
    private RecoveryReports() {}

    /**
     * Asks them and prints what they answer.
     *
     * @param detailPrinter prints what the command is about, after the jobs of a worker
     */
    static void print(
            ReportOptions options,
            String method,
            String path,
            BiConsumer<PrintWriter, RecoveryRequests.Status> detailPrinter) {
        List<AdminClient> workers = AdminClient.ofRecoveryWorkers(options.data);
        WorkerReports.Query query = new WorkerReports.Query(method, path);
        PrintWriter out = options.out();
        if (options.json) {
            WorkerReports.printJson(workers, query, out);
        } else {
            WorkerReports.print(
                    workers,
                    query,
                    RecoveryRequests.Status.class,
                    out,
                    worker -> detailPrinter.accept(out, worker));
        }
    }
}
