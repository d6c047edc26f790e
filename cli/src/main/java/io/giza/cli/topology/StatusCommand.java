package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.command.RecoveryCommand;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Shows how the cluster is, and what of it wants attention. */
@Command(
        name = "status",
        description = {
            "Shows each data center: its stores, how far it is, its version, and what wants"
                    + " attention.",
            "Exits with 1 if anything does.",
            "Lines below the table say where the memory that gateways hold for clients is nearly"
                    + " full, or where requests were refused for lack of it within ten minutes."
        })
public final class StatusCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Mixin private final Call call = new Call();

    @Option(names = "--watch", description = "Shows it again every two seconds, until Ctrl-C.")
    boolean watch;

    @Option(
            names = "--memory",
            description =
                    "Shows also how full each budget of the gateways is: memory, and disk, that they"
                            + " hold for clients. JSON always has this, as gateway.memory.")
    boolean memory;

    @Override
    public Integer call() {
        return call.ask(this::show);
    }

    private int show(AdminClient client) {
        boolean isFine = print(client);
        while (watch) {
            LockSupport.parkNanos(PAUSE.toNanos());
            call.output().say("");
            isFine = print(client);
        }
        return (isFine ? ExitCode.FINE : ExitCode.FINDING).number();
    }

    private boolean print(AdminClient client) {
        ObjectNode answer = answer(client);
        JsonNode asked = answer.path("asked");
        call.output()
                .say(
                        String.join(
                                "   ",
                                client.target().label(),
                                Call.text(asked, "version", "?"),
                                "epoch " + Call.text(asked, "epoch", "?"),
                                "cluster " + Call.text(answer, "cluster_id", "?"),
                                Call.time(answer, "time", "")));
        if (answer.has("quorum_lost")) {
            call.output().say("NO QUORUM: " + answer.path("quorum_lost").asString());
        }
        call.print(answer, "data_centers", () -> table(answer));
        Budgets budgets = new Budgets(answer.path("data_centers"));
        budgets.warnings().forEach(call.output()::say);
        if (memory && !call.output().isForPrograms()) {
            call.output().print(budgets.table());
        }
        return answer.path("fine").asBoolean();
    }

    /** What the cluster says of itself, and what of it wants attention. */
    private static ObjectNode answer(AdminClient client) {
        CompletableFuture<JsonNode> workers = ask(() -> workers(client));
        CompletableFuture<JsonNode> maintenance = ask(() -> maintenance(client));
        ObjectNode answer = (ObjectNode) client.get("/cluster");
        Attention attention = Attention.of(answer, join(workers));
        boolean isFine = !answer.has("quorum_lost");
        // Maintenance is read from a quorum.
        JsonNode works = isFine ? join(maintenance) : JSON.missingNode();
        for (JsonNode dc : answer.path("data_centers")) {
            List<String> wants = new ArrayList<>(attention.wants(dc));
            works.forEach(each -> addMaintenance(each, dc, wants));
            wants.forEach(((ObjectNode) dc).putArray("attention")::add);
            isFine &= wants.isEmpty();
        }
        return answer.put("schema", "giza.status/1").put("fine", isFine);
    }

    private static void addMaintenance(JsonNode maintenance, JsonNode dc, List<String> wants) {
        if (maintenance.path("name").equals(dc.path("name"))) {
            wants.addFirst(
                    "in maintenance until "
                            + Call.text(maintenance, "until", "?")
                            + ": "
                            + Call.text(maintenance, "reason", "")
                            + " ("
                            + Call.text(maintenance, "by", "?")
                            + ")");
        }
    }

    private static CompletableFuture<JsonNode> ask(Supplier<JsonNode> question) {
        return CompletableFuture.supplyAsync(question, task -> Thread.ofVirtual().start(task));
    }

    private static JsonNode join(CompletableFuture<JsonNode> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommandException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** What the recovery-workers say; nothing where none of them answers. */
    private static JsonNode workers(AdminClient client) {
        return unlessRefused(() -> client.get(RecoveryCommand.STATUS).path("data_centers"));
    }

    /** The maintenance; missing without a quorum. */
    private static JsonNode maintenance(AdminClient client) {
        return unlessRefused(() -> client.get(MaintenanceCommand.PATH).path("data_centers"));
    }

    private static JsonNode unlessRefused(Supplier<JsonNode> question) {
        try {
            return question.get();
        } catch (CommandException e) {
            if (e.code() != ExitCode.REFUSED) {
                throw e;
            }
            return JSON.missingNode();
        }
    }

    private static Table table(JsonNode answer) {
        Table table =
                new Table(
                        "DC",
                        "GATEWAY",
                        "TABLE",
                        "FRAGMENTS",
                        "FROM " + Call.text(answer.path("asked"), "dc", "?"),
                        "VERSION",
                        "EPOCH",
                        "WANTS ATTENTION");
        for (JsonNode dc : answer.path("data_centers")) {
            JsonNode gateway = dc.path("gateway");
            List<String> wants = new ArrayList<>();
            dc.path("attention").forEach(each -> wants.add(each.asString()));
            table.row(
                    Call.text(dc, "name", "?"),
                    gateway.has("error") ? "silent" : "up",
                    Call.text(dc, "table", "?"),
                    Call.text(dc, "fragments", "?"),
                    reach(dc.path("reach")),
                    Call.text(gateway, "version", "?"),
                    Call.text(gateway, "epoch", "?"),
                    String.join("; ", wants));
        }
        return table;
    }

    private static String reach(JsonNode reach) {
        return reach.has("round_trip_ms")
                ? String.format(Locale.ROOT, "%.1f ms", reach.path("round_trip_ms").asDouble())
                : "";
    }
}
