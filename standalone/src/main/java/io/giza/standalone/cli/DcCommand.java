package io.giza.standalone.cli;

import io.giza.recovery.RecoveryController;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.AdminClient;
import io.giza.standalone.control.ControlClient;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Shows, stops, starts and replaces the data centers of a running cluster. */
@Command(
        name = "dc",
        mixinStandardHelpOptions = true,
        description = "Shows, stops, starts and replaces the data centers of a running cluster.",
        synopsisSubcommandLabel = "(list | stop NAME | start NAME | wipe NAME | replace NAME)")
final class DcCommand {
    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Shows the data centers.")
    int list(
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        ControlClient client = ControlClient.of(data);
        if (json) {
            out().println(client.listAsJson());
        } else {
            print(client.list());
        }
        out().flush();
        return 0;
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Takes one data center's services down.")
    int stop(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data) {
        return execute(data, name, "stop");
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Brings one data center's services up again.")
    int start(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data) {
        return execute(data, name, "start");
    }

    @Command(
            name = "wipe",
            mixinStandardHelpOptions = true,
            description = {
                "Throws away all that one data center stores, as a fire would.",
                "It is taken down, and comes back with 'dc replace' only."
            })
    int wipe(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data,
            @Option(names = "--yes", description = "Does it.") boolean yes,
            @Option(names = "--dry-run", description = "Says what it would throw away.")
                    boolean dryRun) {
        if (!yes || dryRun) {
            out().println(DcUsage.of(data, name).text(name));
            out().flush();
            if (!dryRun) {
                throw new RefusedException(
                        "nothing was thrown away: say --yes to do it, or --dry-run to look only.");
            }
            return 0;
        }
        return execute(data, name, "wipe");
    }

    @Command(
            name = "replace",
            mixinStandardHelpOptions = true,
            description = {
                "Has an empty data center take the place of one that has lost all it stored.",
                "The recovery workers of the others fill it. Gateways are started anew for it, which"
                        + " takes them some seconds."
            })
    int replace(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data,
            @Option(
                            names = "--endpoint",
                            paramLabel = "URL",
                            description = {
                                "Where it takes S3 requests from now on, such as"
                                        + " http://127.0.0.1:9040; its other services listen at the"
                                        + " ports behind that (default: where the lost one did)."
                            })
                    @Nullable String endpoint,
            @Option(names = "--wait", description = "Returns when it is filled.") boolean wait) {
        print(ControlClient.of(data).replace(name, LocalEndpoint.port(endpoint)));
        AdminClient.ofRecoveryWorkers(data)
                .forEach(worker -> worker.send("POST", RecoveryController.CATCH_UP));
        if (wait) {
            new ReplacementWatch(data, name, out()).await();
        } else {
            out().println("It is being filled: './giza recovery status' says how far it is.");
            out().flush();
        }
        return 0;
    }

    private int execute(Path data, String name, String command) {
        print(ControlClient.of(data).execute(name, command));
        return 0;
    }

    private void print(List<DcStatus> dcs) {
        for (DcStatus dc : dcs) {
            out().println(
                            String.format(
                                    Locale.ROOT, "%-6s %-5s %s", dc.name(), dc.state(), dc.s3()));
        }
        out().flush();
    }

    private PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return spec.commandLine().getOut();
    }
}
