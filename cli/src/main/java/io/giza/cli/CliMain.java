package io.giza.cli;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.command.AccountCommand;
import io.giza.cli.command.BucketCommand;
import io.giza.cli.command.ClientConfigCommand;
import io.giza.cli.command.CompletionCommand;
import io.giza.cli.command.EncryptionCommand;
import io.giza.cli.command.EventsCommand;
import io.giza.cli.command.GcCommand;
import io.giza.cli.command.KeyCommand;
import io.giza.cli.command.ObjectCommand;
import io.giza.cli.command.ProfileCommand;
import io.giza.cli.command.RecoveryCommand;
import io.giza.cli.command.ScrubCommand;
import io.giza.cli.command.WhoAmICommand;
import io.giza.cli.diagnosis.HotCommand;
import io.giza.cli.diagnosis.ProbeCommand;
import io.giza.cli.diagnosis.SupportCommand;
import io.giza.cli.installation.SecretsCommand;
import io.giza.cli.output.PlainWriter;
import io.giza.cli.topology.DcCommand;
import io.giza.cli.topology.MaintenanceCommand;
import io.giza.cli.topology.PreflightCommand;
import io.giza.cli.topology.StatusCommand;
import io.giza.cli.topology.TopologyCommand;
import io.giza.cli.topology.UpgradeCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code giza}. Its {@code --help} is the only text that explains it. */
@Command(
        name = "giza",
        description = {
            "Operates a Giza cluster, wherever it runs.",
            "It asks the cluster's gateways, with an access key whose role allows it."
        },
        versionProvider = CliMain.Version.class,
        footer = {
            "",
            "Exit codes: 0 fine, 1 a finding, 2 misuse, 3 nobody answers, 4 refused, 5 not allowed,"
                    + " 6 a fault of this program."
        },
        subcommands = {
            StatusCommand.class,
            DcCommand.class,
            TopologyCommand.class,
            MaintenanceCommand.class,
            PreflightCommand.class,
            UpgradeCommand.class,
            AccountCommand.class,
            BucketCommand.class,
            KeyCommand.class,
            EncryptionCommand.class,
            ObjectCommand.class,
            GcCommand.class,
            RecoveryCommand.class,
            ScrubCommand.class,
            EventsCommand.class,
            HotCommand.class,
            ProbeCommand.class,
            SupportCommand.class,
            WhoAmICommand.class,
            ProfileCommand.class,
            SecretsCommand.class,
            ClientConfigCommand.class,
            CompletionCommand.class
        })
public final class CliMain {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Explains this command.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Prints the version.")
    boolean version;

    private CliMain() {}

    /** What version this is. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = CliMain.class.getPackage().getImplementationVersion();
            return new String[] {"giza " + (version == null ? "of a source tree" : version)};
        }
    }

    /** Runs a command, and exits as {@link ExitCode} says. */
    public static void main(String[] arguments) {
        System.exit(
                commandLine()
                        .setOut(PlainWriter.over(System.out))
                        .setErr(PlainWriter.over(System.err))
                        .execute(arguments));
    }

    /** Returns the commands; why one ended before its time is printed as one sentence. */
    public static CommandLine commandLine() {
        return new CommandLine(new CliMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr()
                                    .println(
                                            "giza: "
                                                    + PlainWriter.oneLine(
                                                            String.valueOf(failure.getMessage())));
                            if (failure instanceof CommandException known) {
                                return known.code().number();
                            }
                            failure.printStackTrace(command.getErr());
                            return ExitCode.FAULT.number();
                        });
    }
}
