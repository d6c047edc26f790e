package io.giza.bench;

import io.giza.bench.calls.CallsCommand;
import io.giza.bench.codes.CodesCommand;
import io.giza.bench.contention.ContendCommand;
import io.giza.bench.growth.GrowthCommand;
import io.giza.bench.idle.IdleCommand;
import io.giza.bench.listing.ListCommand;
import io.giza.bench.load.GetCommand;
import io.giza.bench.load.MixedCommand;
import io.giza.bench.load.PutCommand;
import io.giza.bench.recovery.RecoveryCommand;
import io.giza.bench.rivals.RivalsCommand;
import io.giza.bench.wan.figures.WanCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands behind {@code ./giza bench}. */
@Command(
        name = "giza bench",
        description = {
            "Measures this build on this machine.",
            "put, get and mixed print operations and megabytes per second, latencies, errors, and"
                    + " the CPU seconds per gigabyte of the servers."
        },
        footer = {"", "GIZA_JVM_OPTIONS adds options of the JVM of a temporary cluster."},
        subcommands = {
            PutCommand.class,
            GetCommand.class,
            MixedCommand.class,
            ContendCommand.class,
            ListCommand.class,
            GrowthCommand.class,
            IdleCommand.class,
            RecoveryCommand.class,
            RivalsCommand.class,
            CallsCommand.class,
            CodesCommand.class,
            WanCommand.class
        })
public final class BenchMain {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Explains this command.")
    boolean help;

    private BenchMain() {}

    /** Runs a command; exits with 0, 1 when it fails or 2 when misused. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchMain())
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            command.getErr().println("giza: " + failure.getMessage());
                            if (!(failure instanceof IllegalStateException)) {
                                failure.printStackTrace(command.getErr());
                            }
                            return CommandLine.ExitCode.SOFTWARE;
                        });
    }
}
