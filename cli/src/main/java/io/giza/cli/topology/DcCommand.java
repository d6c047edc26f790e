package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

/** Shows the data centers of a cluster. */
@Command(
        name = "dc",
        description = "Shows the data centers of a cluster.",
        synopsisSubcommandLabel = "list")
public final class DcCommand {
    @Command(
            name = "list",
            description = "Shows the data centers; 'giza status' says also how they are.")
    int list(@Mixin Call call) {
        JsonNode cluster = call.ask(client -> client.get("/cluster"));
        call.print(
                cluster,
                "data_centers",
                () -> {
                    Table table = new Table("DC", "GROUP", "JOINED IN EPOCH", "TABLE", "FRAGMENTS");
                    for (JsonNode dc : cluster.path("data_centers")) {
                        table.row(
                                dc.path("name").asString(),
                                dc.path("group").asString(),
                                dc.path("since_epoch").asString(),
                                dc.path("table").asString(),
                                dc.path("fragments").asString());
                    }
                    return table;
                });
        return 0;
    }
}
