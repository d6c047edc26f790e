package io.giza.cli.call;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.OutputOptions;

import picocli.CommandLine.Option;

/** Whether something that cannot be undone is done. */
public final class Consent {
    @Option(names = "--yes", description = "Does it.")
    private boolean yes;

    @Option(names = "--dry-run", description = "Says what it would do, and does nothing.")
    private boolean dryRun;

    /** Tells whether it is only looked at. */
    public boolean isDryRun() {
        return dryRun;
    }

    /**
     * Tells whether it is to be done; says what it is, where it is only looked at.
     *
     * @throws CommandException if nobody said yes
     */
    public boolean given(String what, OutputOptions output) {
        if (dryRun) {
            output.say("would " + what);
            return false;
        }
        if (!yes) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    "nothing was done: say --yes to " + what + ", or --dry-run to look only.");
        }
        return true;
    }
}
