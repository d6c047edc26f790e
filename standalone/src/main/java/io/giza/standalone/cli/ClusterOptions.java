package io.giza.standalone.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;

/** What every command on a cluster of this machine has: its folder, and where to print. */
class ClusterOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable CommandSpec command;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The folder of the cluster (default ./giza-data).")
    Path data = Path.of("giza-data");

    PrintWriter out() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command.commandLine().getOut();
    }
}
