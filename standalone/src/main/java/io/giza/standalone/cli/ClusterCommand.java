package io.giza.standalone.cli;

import io.giza.standalone.config.DataFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Draws what makes a cluster another one than all others. */
@Command(
        name = "cluster",
        description = "Draws the id of a cluster.",
        synopsisSubcommandLabel = "init")
final class ClusterCommand {
    @Command(
            name = "init",
            description = {
                "Draws the id of a cluster once, keeps it in DIR/cluster.id and prints it.",
                "'giza up' does so by itself; processes of your own are told it as giza.cluster-id."
            })
    int init(@Mixin ClusterOptions options) {
        try (DataFolder folder = DataFolder.open(options.data)) {
            options.out().println("giza.cluster-id: " + folder.clusterId());
            options.out().flush();
        }
        return 0;
    }
}
