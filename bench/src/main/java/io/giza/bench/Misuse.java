package io.giza.bench;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.util.Objects;

/** Refuses what a command was asked for, in one sentence that names the option. */
public final class Misuse {
    private Misuse() {}

    /** Returns what to throw. */
    public static ParameterException of(@Nullable CommandSpec command, String message) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), message);
    }

    /** Refuses a number that is too small or too great. */
    public static void unlessWithin(
            @Nullable CommandSpec command, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw of(command, option + " must be " + least + " to " + most + ", not " + value);
        }
    }
}
