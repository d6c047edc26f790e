package io.giza.standalone.cli;

import io.giza.standalone.config.RefusedException;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands behind {@code ./giza up}, {@code ./giza env}, {@code ./giza cluster}, {@code ./giza
 * dc}, {@code ./giza stat}, {@code ./giza key}, {@code ./giza gc} and {@code ./giza codes}.
 */
@Command(
        name = "giza",
        mixinStandardHelpOptions = true,
        description = "A cluster of logical data centers in one JVM.",
        subcommands = {
            UpCommand.class,
            EnvCommand.class,
            ClusterCommand.class,
            DcCommand.class,
            StatCommand.class,
            KeyCommand.class,
            GcCommand.class,
            RecoveryCommand.class,
            ScrubCommand.class,
            CodesCommand.class
        })
public final class StandaloneMain {
    private StandaloneMain() {}

    /** Runs a command; exits with 0, 1 when refused or 2 when misused. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    public static CommandLine commandLine() {
        return new CommandLine(new StandaloneMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr().println("giza: " + failure.getMessage());
                            if (!(failure instanceof RefusedException)) {
                                failure.printStackTrace(command.getErr());
                            }
                            return CommandLine.ExitCode.SOFTWARE;
                        });
    }
}
