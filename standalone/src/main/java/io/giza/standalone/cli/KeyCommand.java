package io.giza.standalone.cli;

import io.giza.gateway.admin.KeyHandler;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.AdminClient;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.Locale;

/** Makes, shows, disables, enables and deletes access keys of a running cluster. */
@Command(
        name = "key",
        description = {
            "Makes, shows, disables, enables and deletes access keys of a running 'giza up'.",
            "A key belongs to one storage account and sees the buckets of that account only. One"
                    + " that is disabled or deleted stops to work within 5 seconds."
        },
        synopsisSubcommandLabel = "(create | list | disable ID | enable ID | delete ID)")
final class KeyCommand {
    @Command(name = "create", description = "Makes a key and shows its secret, this once.")
    int create(
            @Option(
                            names = "--account",
                            paramLabel = "NAME",
                            defaultValue = "default",
                            description = "Its storage account (default ${DEFAULT-VALUE}).")
                    String account,
            @Mixin ReportOptions options) {
        String answer =
                AdminClient.of(options.data)
                        .send(
                                "POST",
                                KeyHandler.PATH + "?account=" + AdminClient.urlEncoded(account));
        if (options.json) {
            options.out().println(answer);
        } else {
            JsonNode key = parse(answer);
            options.out().println("Access key  " + text(key, "id"));
            options.out().println("Secret key  " + text(key, "secret"));
            options.out().println("Account     " + text(key, "account"));
            options.out().println("The secret is not shown again.");
        }
        options.out().flush();
        return 0;
    }

    @Command(name = "list", description = "Shows the keys, without their secrets.")
    int list(
            @Option(
                            names = "--account",
                            paramLabel = "NAME",
                            description = "Only those of this storage account.")
                    @Nullable String account,
            @Mixin ReportOptions options) {
        String query = account == null ? "" : "?account=" + AdminClient.urlEncoded(account);
        String answer = AdminClient.of(options.data).send("GET", KeyHandler.PATH + query);
        if (options.json) {
            options.out().println(answer);
        } else {
            for (JsonNode key : parse(answer).path("keys")) {
                options.out()
                        .println(
                                String.format(
                                        Locale.ROOT,
                                        "%-20s %-8s %-20s %s",
                                        text(key, "id"),
                                        text(key, "state"),
                                        text(key, "created"),
                                        text(key, "account")));
            }
        }
        options.out().flush();
        return 0;
    }

    @Command(name = "disable", description = "Lets nobody in with a key until it is enabled again.")
    int disable(
            @Parameters(paramLabel = "ID", description = "As 'key list' shows it.") String id,
            @Mixin ClusterOptions options) {
        return execute("POST", options, id, "/disable");
    }

    @Command(name = "enable", description = "Makes a disabled key good again.")
    int enable(
            @Parameters(paramLabel = "ID", description = "As 'key list' shows it.") String id,
            @Mixin ClusterOptions options) {
        return execute("POST", options, id, "/enable");
    }

    @Command(name = "delete", description = "Deletes a key for good.")
    int delete(
            @Parameters(paramLabel = "ID", description = "As 'key list' shows it.") String id,
            @Mixin ClusterOptions options) {
        return execute("DELETE", options, id, "");
    }

    private int execute(String method, ClusterOptions options, String id, String verb) {
        if (!id.matches("[A-Za-z0-9]{1,128}")) {
            throw new RefusedException("there is no access key '" + id + "'.");
        }
        AdminClient.of(options.data).send(method, KeyHandler.PATH + "/" + id + verb);
        return 0;
    }

    private static JsonNode parse(String json) {
        return JsonMapper.builder().build().readTree(json);
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString();
    }
}
