package io.giza.bench.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.util.Objects;

/** Refuses what a command was asked for, in one sentence that names the option. */
public final class InvalidOption {
    private InvalidOption() {}

    /** Returns what to throw. */
    public static ParameterException of(@Nullable CommandSpec command, String message) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), message);
    }

    /** Refuses a number that is too small or too great. */
    public static void requireWithin(
            @Nullable CommandSpec command, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw of(command, option + " must be " + min + " to " + max + ", not " + value);
        }
    }
}
