package io.giza.cli.call;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.TargetOptions;
import io.giza.cli.output.OutputOptions;
import io.giza.cli.output.PlainWriter;
import io.giza.cli.output.Table;

import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What every command has that asks a cluster: which one, and how its answer is printed. */
public final class Call {
    @Mixin private final TargetOptions targets = new TargetOptions();
    @Mixin private final OutputOptions output = new OutputOptions();

    /** Returns which cluster is meant. */
    public TargetOptions targets() {
        return targets;
    }

    /** Returns how answers are printed. */
    public OutputOptions output() {
        return output;
    }

    /** Asks the cluster and returns what it answers. */
    public <T> T ask(Function<AdminClient, T> question) {
        try (AdminClient client = new AdminClient(targets.target())) {
            return question.apply(client);
        }
    }

    /** Prints an answer. */
    public void print(JsonNode answer, String list, Supplier<Table> table) {
        output.print(answer, list, table);
    }

    /** Returns counts by name as a text. */
    public static String counts(JsonNode counts) {
        return counts.isEmpty()
                ? "none"
                : counts.properties().stream()
                        .map(each -> each.getValue().asString() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Returns a time of an answer to the second, or another text where there is none. */
    public static String time(JsonNode node, String field, String otherwise) {
        return text(node, field, otherwise).replaceFirst("\\.\\d+Z$", "Z");
    }

    /** Returns a text of an answer, or another where there is none. */
    public static String text(JsonNode node, String field, String otherwise) {
        JsonNode value = node.path(field);
        return value.isMissingNode() || value.isNull()
                ? otherwise
                : PlainWriter.oneLine(value.asString());
    }
}
