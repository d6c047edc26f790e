package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.output.Table;
import io.giza.signature.PercentEncoding;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Shows the accounts of a cluster. */
@Command(
        name = "account",
        description = {
            "Shows the accounts of a cluster, how they keep their objects and what they hold.",
            "It limits how much all buckets of an account may hold together."
        },
        synopsisSubcommandLabel = "(list | usage | quota)")
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

    @Command(
            name = "usage",
            description = {
                "Shows what all buckets of an account hold together, as the last sweeps found it.",
                "PARTS are bytes of open uploads. STORED is what all of it takes in all data"
                        + " centers."
            })
    int usage(
            @Mixin Call call,
            @Parameters(paramLabel = "ACCOUNT", description = "The account.") String account) {
        JsonNode usage = call.ask(client -> client.get(path(account) + "/usage"));
        call.print(
                usage,
                "",
                () -> {
                    List<String> numbers = UsageTables.numbers(usage.path("usage"));
                    numbers.addFirst(usage.path("buckets").asString());
                    numbers.addFirst(usage.path("account").asString());
                    return new Table(
                                    "ACCOUNT",
                                    "BUCKETS",
                                    "OBJECTS",
                                    "VERSIONS",
                                    "BYTES",
                                    "PARTS",
                                    "STORED",
                                    "AS OF")
                            .row(numbers.toArray(String[]::new));
                });
        return 0;
    }

    @Command(
            name = "quota",
            description = {
                "Says how much all buckets of an account may hold together, in the place of what was"
                        + " said before; or shows it.",
                "What exceeds it is refused with 403 QuotaExceeded. Several gateways together may"
                        + " exceed it until the next sweep."
            })
    int quota(
            @Mixin Call call,
            @Parameters(paramLabel = "ACCOUNT", description = "The account.") String account,
            @Mixin QuotaOptions quota) {
        return quota.apply(call, path(account), account);
    }

    private static String path(String account) {
        return "/accounts/" + PercentEncoding.encode(account);
    }

    private static String names(JsonNode dcs) {
        List<String> names = new ArrayList<>();
        dcs.forEach(each -> names.add(each.asString()));
        return String.join(" ", names);
    }
}
