package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Shows how an object is kept. */
@Command(
        name = "object",
        description = "Shows how objects are kept.",
        synopsisSubcommandLabel = "stat")
public final class ObjectCommand {
    @Command(
            name = "stat",
            description = {
                "Shows how an object is kept: its version, its coding, and where each fragment lies.",
                "Every data center is asked, so it takes as long as the farthest one."
            })
    int stat(
            @Mixin Call call,
            @Parameters(paramLabel = "BUCKET/KEY", description = "The object.") String object,
            @Option(names = "--version-id", description = "An older version of it.")
                    @Nullable String version,
            @Option(names = "--account", description = "Whose it is (default that of the key).")
                    @Nullable String account) {
        int slash = object.indexOf('/');
        if (slash < 1 || slash == object.length() - 1) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    "'" + object + "' names no object: write BUCKET/KEY, such as photos/cat.jpg.");
        }
        Map<String, String> parameters = new TreeMap<>();
        parameters.put("bucket", object.substring(0, slash));
        parameters.put("key", object.substring(slash + 1));
        if (version != null) {
            parameters.put("version-id", version);
        }
        if (account != null) {
            parameters.put("account", account);
        }
        JsonNode found = call.ask(client -> client.get("/objects", parameters));
        call.output().print(found, () -> print(call.output().out(), found));
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
        return Call.text(node, name, "");
    }
}
