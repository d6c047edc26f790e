package io.giza.standalone.cli;

import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.ControlClient;
import io.giza.standalone.control.WorkerClient;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Locale;

/** Shows, stops, starts and replaces the data centers of a running cluster. */
@Command(
        name = "dc",
        description = {
            "Shows, stops, starts and replaces the data centers of a running 'giza up'.",
            "'wipe' throws away all that one stores, and 'replace' has an empty one take its place."
        },
        synopsisSubcommandLabel = "(list | stop NAME | start NAME | wipe NAME | replace NAME)")
final class DcCommand {
    @Command(name = "list", description = "Shows the data centers.")
    int list(@Mixin ReportOptions options) {
        ControlClient client = ControlClient.of(options.data);
        if (options.json) {
            options.out().println(client.listAsJson());
        } else {
            print(options, client.list());
        }
        options.out().flush();
        return 0;
    }

    @Command(name = "stop", description = "Takes one data center's services down.")
    int stop(
            @Parameters(paramLabel = "NAME", description = "Such as dc2.") String name,
            @Mixin ClusterOptions options) {
        return execute(options, name, "stop");
    }

    @Command(name = "start", description = "Brings one data center's services up again.")
    int start(
            @Parameters(paramLabel = "NAME", description = "Such as dc2.") String name,
            @Mixin ClusterOptions options) {
        return execute(options, name, "start");
    }

    @Command(
            name = "wipe",
            description = {
                "Throws away all that one data center stores, as a fire would.",
                "It is taken down, and comes back with 'dc replace' only."
            })
    int wipe(
            @Parameters(paramLabel = "NAME", description = "Such as dc2.") String name,
            @Mixin ClusterOptions options,
            @Option(names = "--yes", description = "Does it.") boolean yes,
            @Option(names = "--dry-run", description = "Says what it would throw away.")
                    boolean dryRun) {
        if (!yes || dryRun) {
            options.out().println(DcUsage.of(options.data, name).text(name));
            options.out().flush();
            if (!dryRun) {
                throw new RefusedException(
                        "nothing was thrown away: say --yes to do it, or --dry-run to look only.");
            }
            return 0;
        }
        return execute(options, name, "wipe");
    }

    @Command(
            name = "replace",
            description = {
                "Has an empty data center take the place of one that has lost all it stored.",
                "The recovery workers of the others fill it. Gateways are restarted for it, which"
                        + " takes them some seconds."
            })
    int replace(
            @Parameters(paramLabel = "NAME", description = "Such as dc2.") String name,
            @Mixin ClusterOptions options,
            @Option(
                            names = "--endpoint",
                            paramLabel = "URL",
                            description = {
                                "Where it takes S3 requests from now on, such as"
                                        + " http://127.0.0.1:9040; its other services listen at the"
                                        + " ports behind that (default: where the lost one did)."
                            })
                    @Nullable String endpoint,
            @Option(
                            names = "--wait",
                            description = "Shows how far it is, and returns when it is filled.")
                    boolean wait) {
        print(options, ControlClient.of(options.data).replace(name, LocalEndpoint.port(endpoint)));
        WorkerClient.ofRecoveryWorkers(options.data)
                .forEach(worker -> worker.send("POST", RecoveryRequests.CATCH_UP));
        if (wait) {
            new ReplacementWatch(options.data, name, options.out()).await();
        } else {
            options.out()
                    .println("It is being filled: './giza recovery status' says how far it is.");
            options.out().flush();
        }
        return 0;
    }

    private static int execute(ClusterOptions options, String name, String command) {
        print(options, ControlClient.of(options.data).execute(name, command));
        return 0;
    }

    private static void print(ClusterOptions options, List<DcStatus> dcs) {
        for (DcStatus dc : dcs) {
            options.out()
                    .println(
                            String.format(
                                    Locale.ROOT, "%-6s %-5s %s", dc.name(), dc.state(), dc.s3()));
        }
        options.out().flush();
    }
}
