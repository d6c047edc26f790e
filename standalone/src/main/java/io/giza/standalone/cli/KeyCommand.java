package io.giza.standalone.cli;

import io.giza.gateway.admin.KeyController;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.AdminClient;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** Makes, shows, disables, enables and deletes access keys of a running cluster. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description = "Makes, shows, disables, enables and deletes access keys.",
        synopsisSubcommandLabel = "(create | list | disable ID | enable ID | delete ID)")
final class KeyCommand {
    private static final String DATA = "--data";
    private static final String DEFAULT_DATA = "giza-data";

    @Spec @Nullable CommandSpec spec;

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Makes a key and shows its secret, this once.")
    int create(
            @Option(names = "--account", paramLabel = "NAME", defaultValue = "default")
                    String account,
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        String answer =
                AdminClient.of(data)
                        .send(
                                "POST",
                                KeyController.PATH + "?account=" + AdminClient.urlEncoded(account));
        if (json) {
            out().println(answer);
        } else {
            JsonNode key = parse(answer);
            out().println("Access key  " + text(key, "id"));
            out().println("Secret key  " + text(key, "secret"));
            out().println("Account     " + text(key, "account"));
            out().println("The secret is not shown again.");
        }
        out().flush();
        return 0;
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Shows the keys, without their secrets.")
    int list(
            @Option(names = "--account", paramLabel = "NAME") @Nullable String account,
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        String query = account == null ? "" : "?account=" + AdminClient.urlEncoded(account);
        String answer = AdminClient.of(data).send("GET", KeyController.PATH + query);
        if (json) {
            out().println(answer);
        } else {
            for (JsonNode key : parse(answer).path("keys")) {
                out().println(
                                String.format(
                                        Locale.ROOT,
                                        "%-20s %-8s %-20s %s",
                                        text(key, "id"),
                                        text(key, "state"),
                                        text(key, "created"),
                                        text(key, "account")));
            }
        }
        out().flush();
        return 0;
    }

    @Command(
            name = "disable",
            mixinStandardHelpOptions = true,
            description = "Lets nobody in with a key until it is enabled again.")
    int disable(
            @Parameters(paramLabel = "ID") String id,
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data) {
        return execute("POST", data, id, "/disable");
    }

    @Command(
            name = "enable",
            mixinStandardHelpOptions = true,
            description = "Makes a disabled key good again.")
    int enable(
            @Parameters(paramLabel = "ID") String id,
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data) {
        return execute("POST", data, id, "/enable");
    }

    @Command(
            name = "delete",
            mixinStandardHelpOptions = true,
            description = "Deletes a key for good.")
    int delete(
            @Parameters(paramLabel = "ID") String id,
            @Option(names = DATA, paramLabel = "DIR", defaultValue = DEFAULT_DATA) Path data) {
        return execute("DELETE", data, id, "");
    }

    private int execute(String method, Path data, String id, String verb) {
        if (!id.matches("[A-Za-z0-9]{1,128}")) {
            throw new RefusedException("there is no access key '" + id + "'.");
        }
        AdminClient.of(data).send(method, KeyController.PATH + "/" + id + verb);
        return 0;
    }

    private static JsonNode parse(String json) {
        return JsonMapper.builder().build().readTree(json);
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString();
    }

    private PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return spec.commandLine().getOut();
    }
}
