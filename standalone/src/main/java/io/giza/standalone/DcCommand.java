package io.giza.standalone;

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

/** Shows, stops and starts the data centers of a running cluster. */
@Command(
        name = "dc",
        mixinStandardHelpOptions = true,
        description = "Shows, stops and starts the data centers of a running cluster.",
        synopsisSubcommandLabel = "(list | stop NAME | start NAME)")
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
        return order(data, name, "stop");
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Brings one data center's services up again.")
    int start(
            @Parameters(paramLabel = "NAME") String name,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data) {
        return order(data, name, "start");
    }

    private int order(Path data, String name, String verb) {
        print(ControlClient.of(data).order(name, verb));
        return 0;
    }

    private void print(List<DcStatus> dcs) {
        for (DcStatus dc : dcs) {
            out().println(
                            String.format(
                                    Locale.ROOT,
                                    "%-6s %-5s %s",
                                    dc.name(),
                                    dc.running() ? "up" : "down",
                                    dc.s3()));
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
