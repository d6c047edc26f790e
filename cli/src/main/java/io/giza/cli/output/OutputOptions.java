package io.giza.cli.output;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** How a command prints what it was answered. */
public final class OutputOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table, json, or jsonl: a line for each of a list (default table).")
    Format format = Format.TABLE;

    @Option(names = "--json", description = "The same as -o json.")
    boolean json;

    /** A form of output. */
    enum Format {
        TABLE,
        JSON,
        JSONL
    }

    /** Tells whether programs read it. */
    public boolean isForPrograms() {
        return json || format != Format.TABLE;
    }

    /** Returns where it is printed. */
    public PrintWriter out() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command.commandLine().getOut();
    }

    /** Prints a sentence, or lines of them, for people. */
    public void say(String text) {
        if (!isForPrograms()) {
            out().println(text);
            out().flush();
        }
    }

    /**
     * Prints an answer.
     *
     * @param list the field of the answer that is a list, empty where there is none
     * @param table the same for people
     */
    public void print(JsonNode answer, String list, Supplier<Table> table) {
        if (!isForPrograms()) {
            print(table.get());
        } else if (format == Format.JSONL && !list.isEmpty()) {
            answer.path(list).forEach(each -> out().println(each));
        } else {
            out().println(answer);
        }
        out().flush();
    }

    /** Prints an answer that people are told in other words. */
    public void print(JsonNode answer, Runnable forPeople) {
        if (isForPrograms()) {
            out().println(answer);
        } else {
            forPeople.run();
        }
        out().flush();
    }

    /** Prints a table. */
    public void print(Table table) {
        table.lines(Terminal.columns()).forEach(out()::println);
        out().flush();
    }

    /** Prints bars. */
    public void print(Waterfall waterfall) {
        waterfall.lines(Terminal.columns()).forEach(out()::println);
        out().flush();
    }
}
