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

    @Parameters(
            paramLabel = "SHELL",
            description = "bash or zsh.",
            completionCandidates = Shells.class)
    String shell = "bash";

    static final class Shells extends java.util.ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Shells() {
            super(java.util.List.of("bash", "zsh"));
        }
    }

    @Override
    public Integer call() {
        CommandSpec spec = Objects.requireNonNull(command);
        if (!new Shells().contains(shell)) {
            throw new picocli.CommandLine.ParameterException(
                    spec.commandLine(), "there is no completion for '" + shell + "': bash or zsh.");
        }
        var out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("giza", spec.root().commandLine()));
        out.flush();
        return 0;
    }
}
