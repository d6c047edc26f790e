package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.call.Consent;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Table;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows and changes the topology of a cluster. */
@Command(
        name = "topology",
        description = {
            "Shows the topology, and has the cluster decide another one.",
            "Gateways and workers take it up while they run. The configuration says where they"
                    + " begin, so bring it up to date afterwards."
        },
        synopsisSubcommandLabel = "(show | diff | apply | replace | move)")
public final class TopologyCommand {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PATH = "/topology";

    /** Where the services of a data center listen from now on. */
    static final class Endpoints {
        @Option(
                names = "--metadata",
                paramLabel = "URL",
                description = "Where its metadata-service listens.")
        @Nullable String metadata;

        @Option(
                names = "--fragments",
                paramLabel = "URL",
                description = "Where its fragment-service listens.")
        @Nullable String fragments;

        @Option(
                names = "--gateway",
                paramLabel = "URL",
                description = "Where its gateways listen for those of other data centers.")
        @Nullable String gateway;

        void setOf(ObjectNode dc) {
            put(dc, "metadata", metadata);
            put(dc, "fragments", fragments);
            put(dc, "gateway", gateway);
        }

        private static void put(ObjectNode dc, String field, @Nullable String value) {
            if (value != null) {
                dc.put(field, value);
            }
        }
    }

    /** How a change is ordered. */
    static final class Order {
        @Mixin final Consent consent = new Consent();

        @Option(
                names = "--lose-data",
                description = "Does it although objects become unreadable; says which.")
        boolean losesData;
    }

    @Command(
            name = "show",
            description =
                    "Shows the topology; with '-o json', as 'apply' takes it once it is edited.")
    int show(@Mixin Call call) {
        JsonNode topology = call.ask(client -> client.get(PATH));
        call.print(topology, "data_centers", () -> table(topology));
        return 0;
    }

    private static Table table(JsonNode topology) {
        Table table = new Table("DC", "GROUP", "SINCE EPOCH", "METADATA", "FRAGMENTS", "GATEWAY");
        for (JsonNode dc : topology.path("data_centers")) {
            table.row(
                    dc.path("name").asString(),
                    dc.path("group").asString(),
                    dc.path("since").asString(),
                    dc.path("metadata").asString(),
                    dc.path("fragments").asString(),
                    dc.path("gateway").asString("-"));
        }
        return table;
    }

    @Command(
            name = "diff",
            description = "Says what a file would change; exits with 1 if anything.")
    int diff(@Mixin Call call, @Parameters(paramLabel = "FILE") Path file) {
        JsonNode now = call.ask(client -> client.get(PATH));
        JsonNode next = read(file);
        List<String> changes = TopologyDifference.between(now, next);
        call.output()
                .print(
                        JSON.valueToTree(Map.of("changes", changes)),
                        () ->
                                say(
                                        call,
                                        changes.isEmpty()
                                                ? List.of("Nothing would change.")
                                                : changes));
        return changes.isEmpty() ? 0 : 1;
    }

    private static void say(Call call, List<String> lines) {
        if (!lines.isEmpty()) {
            call.output().say(String.join("\n", lines));
        }
    }

    private static List<String> losses(JsonNode answer) {
        return answer.path("losses").valueStream().map(each -> "LOST: " + each.asString()).toList();
    }

    @Command(
            name = "apply",
            description = {
                "Has the cluster decide the topology of a file, as 'show -o json' prints it.",
                "Its epoch is the one that the file was made from. Of two operators who begin with"
                        + " the same epoch one wins, and the other is told."
            })
    int apply(@Mixin Call call, @Parameters(paramLabel = "FILE") Path file, @Mixin Order order) {
        JsonNode now = call.ask(client -> client.get(PATH));
        return change(call, now, read(file), order);
    }

    @Command(
            name = "replace",
            description = {
                "Has an empty data center take the place of one that lost everything.",
                "Start its services on empty stores, with the topology that this makes; they are"
                        + " filled from the others."
            })
    int replace(
            @Mixin Call call,
            @Parameters(paramLabel = "DC") String dc,
            @Mixin Endpoints endpoints,
            @Mixin Order order) {
        JsonNode now = call.ask(client -> client.get(PATH));
        JsonNode next = now.deepCopy();
        ObjectNode place = place(next, dc);
        endpoints.setOf(place);
        place.put("since", now.path("epoch").asLong() + 1);
        return change(call, now, next, order);
    }

    @Command(
            name = "move",
            description = {
                "Has everybody reach the services of a data center elsewhere.",
                "They must listen there already, and at the former place until all took it up."
            })
    int move(
            @Mixin Call call,
            @Parameters(paramLabel = "DC") String dc,
            @Mixin Endpoints endpoints,
            @Mixin Order order) {
        JsonNode now = call.ask(client -> client.get(PATH));
        JsonNode next = now.deepCopy();
        endpoints.setOf(place(next, dc));
        return change(call, now, next, order);
    }

    private static ObjectNode place(JsonNode topology, String name) {
        for (JsonNode dc : topology.path("data_centers")) {
            if (dc.path("name").asString("").equals(name)) {
                return (ObjectNode) dc;
            }
        }
        throw new CommandException(
                ExitCode.REFUSED, "there is no data center '" + name + "' in the topology.");
    }

    private static int change(Call call, JsonNode now, JsonNode next, Order order) {
        List<String> changes = TopologyDifference.between(now, next);
        if (changes.isEmpty()) {
            throw new CommandException(ExitCode.REFUSED, "nothing would change.");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("from_epoch", next.path("epoch"));
        fields.put("data_centers", next.path("data_centers"));
        if (order.losesData) {
            fields.put("lose_data", true);
        }
        if (order.consent.isDryRun()) {
            fields.put("dry_run", true);
            say(call, losses(call.ask(client -> client.post(PATH, fields))));
        }
        if (!order.consent.given(
                "change the topology:\n" + String.join("\n", changes), call.output())) {
            return 0;
        }
        JsonNode answer = call.ask(client -> client.post(PATH, fields));
        call.output()
                .print(
                        answer,
                        () -> {
                            say(call, changes);
                            say(call, losses(answer));
                            call.output()
                                    .say(
                                            "Epoch "
                                                    + answer.path("epoch").asString()
                                                    + served(answer));
                        });
        return answer.path("served").asBoolean() ? 0 : 1;
    }

    private static String served(JsonNode answer) {
        return answer.path("served").asBoolean()
                ? " is served; gateways and workers take it up within seconds."
                : " is decided, and no quorum of stores serves it yet: look at 'giza status'.";
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.MISUSE, file + " cannot be read: " + e.getMessage() + ".", e);
        } catch (JacksonException e) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    file + " is no JSON: begin with what 'giza topology show -o json' prints.",
                    e);
        }
    }
}
