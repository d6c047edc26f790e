package io.giza.cli.command;

import org.jspecify.annotations.Nullable;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.Objects;
import java.util.concurrent.Callable;

/** Prints what makes a shell complete commands. */
@Command(
        name = "completion",
        description = {
            "Prints a script that makes a shell complete commands and options.",
            "For bash: source <(giza completion bash). For zsh the same, after 'autoload -U"
                    + " +X bashcompinit && bashcompinit'."
        })
public final class CompletionCommand implements Callable<Integer> {
    @Spec @Nullable CommandSpec command;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    @Nullable Shell shell;

    /** A shell. Bash's way of completing is understood by both. */
    enum Shell {
        bash,
        zsh
    }

    @Override
    public Integer call() {
        CommandSpec spec = Objects.requireNonNull(command);
        var out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("giza", spec.root().commandLine()));
        out.flush();
        return 0;
    }
}
