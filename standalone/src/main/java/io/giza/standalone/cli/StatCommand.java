package io.giza.standalone.cli;

import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.ObjectInspection;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Says how an object of a running cluster is kept, and where each of its fragments lies. */
@Command(
        name = "stat",
        description = {
            "Says how an object of a running 'giza up' is kept: inline in its metadata, replicated"
                    + " or coded, where each fragment lies, which are missing, poisoned or out of"
                    + " reach, and what each metadata data center knows.",
            "Looks at headers only and repairs nothing."
        })
final class StatCommand implements Callable<Integer> {
    @Mixin private final ReportOptions options = new ReportOptions();

    @Parameters(paramLabel = "BUCKET/KEY", description = "The object.")
    String object = "";

    @Option(
            names = "--version-id",
            paramLabel = "ID",
            description = "The version, as S3 names it (default: the newest).")
    @Nullable String version;

    @Override
    public Integer call() {
        int slash = object.indexOf('/');
        if (slash < 1 || slash == object.length() - 1) {
            throw new RefusedException(
                    "'"
                            + object
                            + "' names no object: write BUCKET/KEY, such as photos/2026/cat.jpg.");
        }
        String answer =
                ObjectInspection.of(options.data)
                        .asJson(object.substring(0, slash), object.substring(slash + 1), version);
        PrintWriter out = options.out();
        if (options.json) {
            out.println(answer);
        } else {
            print(out, JsonMapper.builder().build().readTree(answer));
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, JsonNode object) {
        line(out, "object", text(object, "bucket") + "/" + text(object, "key"));
        line(out, "version", text(object, "version") + ", " + text(object, "visibility"));
        line(out, "version id", text(object, "version_id"));
        line(out, "size", text(object, "size") + " bytes");
        line(out, "etag", text(object, "etag"));
        line(out, "created", text(object, "created"));
        line(out, "policy", policy(object));
        for (JsonNode part : object.path("parts")) {
            line(out, "part " + text(part, "number"), part(part));
        }
        for (JsonNode fragment : object.path("fragments")) {
            line(
                    out,
                    "fragment " + text(fragment, "index"),
                    String.format(
                            Locale.ROOT,
                            "%-6s %-12s %s",
                            text(fragment, "dc"),
                            text(fragment, "kind"),
                            text(fragment, "state")));
        }
        for (JsonNode row : object.path("rows")) {
            String known =
                    row.path("answered").asBoolean()
                            ? text(row, "chosen") + " versions, this one " + text(row, "version")
                            : "no answer";
            line(out, "row", String.format(Locale.ROOT, "%-6s %s", text(row, "dc"), known));
        }
    }

    private static String part(JsonNode part) {
        List<String> dcs = new ArrayList<>();
        part.path("dcs").forEach(dc -> dcs.add(dc.asString()));
        return text(part, "size")
                + " bytes, "
                + (dcs.isEmpty()
                        ? "inline"
                        : text(part, "coding") + " at " + String.join(" ", dcs));
    }

    private static String policy(JsonNode object) {
        return switch (text(object, "policy")) {
            case "inline" -> "inline: travels in its metadata";
            case "parts" -> "parts: " + text(object, "part_count") + " of them";
            case "replicated" -> "replicated: " + text(object, "coding");
            default ->
                    "coded: "
                            + text(object, "coding")
                            + " in stripes of "
                            + text(object, "stripe_size")
                            + " bytes";
        };
    }

    private static void line(PrintWriter out, String name, String value) {
        out.println(String.format(Locale.ROOT, "%-12s %s", name, value));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString();
    }
}
