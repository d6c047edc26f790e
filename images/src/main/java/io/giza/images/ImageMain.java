package io.giza.images;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands behind {@code ./giza image}. */
@Command(
        name = "giza image",
        description = "Makes container images of the services, without Docker.",
        subcommands = {BuildCommand.class, LockCommand.class})
public final class ImageMain {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Explains this command.")
    boolean help;

    private ImageMain() {}

    /** Runs a command; exits with 0, 1 when it fails or 2 when misused. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ImageMain())
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr().println("giza: " + failure.getMessage());
                            if (!(failure instanceof ImageException)) {
                                failure.printStackTrace(command.getErr());
                            }
                            return CommandLine.ExitCode.SOFTWARE;
                        });
    }
}
