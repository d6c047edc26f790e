package io.giza.standalone.cli;

import io.giza.standalone.config.RefusedException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The commands of {@code ./giza} that start a cluster on this machine and take it apart. Their
 * {@code --help} is the only text that explains them.
 */
@Command(
        name = "giza",
        description = "A cluster of logical data centers in one JVM.",
        subcommands = {
            UpCommand.class,
            EnvCommand.class,
            ClusterCommand.class,
            ConfigCommand.class,
            DcCommand.class,
            CodesCommand.class,
            PlanCommand.class
        })
public final class StandaloneMain {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Explains this command.")
    boolean help;

    private StandaloneMain() {}

    /** Runs a command; exits with 0, 1 when refused or 2 when misused. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /**
     * Returns the commands; a {@link RefusedException} is printed as one sentence, and exits with
     * 1.
     */
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
