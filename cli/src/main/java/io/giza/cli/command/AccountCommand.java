package io.giza.cli.command;

import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Shows the accounts of a cluster. */
@Command(
        name = "account",
        description = "Shows the accounts of a cluster, and how they keep their objects.",
        synopsisSubcommandLabel = "list")
public final class AccountCommand {
    @Command(name = "list", description = "Shows the accounts.")
    int list(@Mixin Call call) {
        JsonNode accounts = call.ask(client -> client.get("/accounts"));
        call.print(
                accounts,
                "accounts",
                () -> {
                    Table table = new Table("ACCOUNT", "CODING", "STRIPE", "METADATA", "DATA");
                    for (JsonNode each : accounts.path("accounts")) {
                        table.row(
                                each.path("name").asString(),
                                each.path("coding").asString(),
                                each.path("stripe_size").asString(),
                                names(each.path("metadata_dcs")),
                                names(each.path("data_dcs")));
                    }
                    return table;
                });
        return 0;
    }

    private static String names(JsonNode dcs) {
        List<String> names = new ArrayList<>();
        dcs.forEach(each -> names.add(each.asString()));
        return String.join(" ", names);
    }
}
