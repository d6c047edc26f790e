package io.giza.standalone.cli;

import io.giza.standalone.config.DataFolder;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.nio.file.Path;

/** Draws what makes a cluster another one than all others. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Draws the id of a cluster.",
        synopsisSubcommandLabel = "init")
final class ClusterCommand {
    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "init",
            mixinStandardHelpOptions = true,
            description = {
                "Draws the id of a cluster once, keeps it in a folder and prints it.",
                "'giza up' does so by itself; processes of your own are told it as giza.cluster-id."
            })
    int init(@Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data") Path data) {
        if (spec == null) {
            throw new IllegalStateException("not made by picocli");
        }
        try (DataFolder folder = DataFolder.open(data)) {
            spec.commandLine().getOut().println("giza.cluster-id: " + folder.clusterId());
            spec.commandLine().getOut().flush();
        }
        return 0;
    }
}
