package io.giza.cli.command;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.ExitCode;
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
import java.util.concurrent.locks.LockSupport;

/** Shows how the cluster is, and what of it wants attention. */
@Command(
        name = "status",
        description = {
            "Shows each data center: its stores, how far it is, its version, and what wants"
                    + " attention.",
            "Exits with 1 if anything does."
        })
public final class StatusCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** Beyond this a decision by the wall clock may be refused. */
    private static final double CLOCK_MS = 1000;

    @Mixin private final Call call = new Call();

    @Option(names = "--watch", description = "Shows it again every two seconds, until Ctrl-C.")
    boolean watch;

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
        JsonNode cluster = client.get("/cluster");
        JsonNode recovery = client.get(RecoveryCommand.STATUS);
        JsonNode asked = cluster.path("asked");
        String home = asked.path("dc").asString();
        List<JsonNode> replacements = new ArrayList<>();
        recovery.path("data_centers")
                .forEach(worker -> worker.path("replacements").forEach(replacements::add));
        Table table =
                new Table(
                        "DC",
                        "GATEWAY",
                        "TABLE",
                        "FRAGMENTS",
                        "FROM " + home,
                        "VERSION",
                        "EPOCH",
                        "WANTS ATTENTION");
        ObjectNode answer = JSON.createObjectNode();
        answer.put("schema", "giza.status/1");
        answer.put("cluster_id", cluster.path("cluster_id").asString());
        answer.put("time", cluster.path("time").asString());
        var all = answer.putArray("data_centers");
        boolean isFine = true;
        for (JsonNode dc : cluster.path("data_centers")) {
            List<String> wants = wants(dc, asked, replacements, recovery.path("data_centers"));
            isFine &= wants.isEmpty();
            JsonNode gateway = dc.path("gateway");
            table.row(
                    dc.path("name").asString(),
                    gateway.has("error") ? "silent" : "up",
                    dc.path("table").asString(),
                    dc.path("fragments").asString(),
                    reach(dc.path("reach")),
                    Call.text(gateway, "version", "?"),
                    Call.text(gateway, "epoch", "?"),
                    String.join("; ", wants));
            ObjectNode each = all.addObject();
            each.setAll((ObjectNode) dc);
            wants.forEach(each.putArray("attention")::add);
        }
        answer.put("fine", isFine);
        call.output()
                .say(
                        call.targets().target().label()
                                + "   "
                                + asked.path("version").asString()
                                + "   epoch "
                                + asked.path("epoch").asString()
                                + "   cluster "
                                + cluster.path("cluster_id").asString()
                                + "   "
                                + cluster.path("time").asString());
        call.print(answer, "data_centers", () -> table);
        return isFine;
    }

    private static String reach(JsonNode reach) {
        return reach.has("round_trip_ms")
                ? String.format(Locale.ROOT, "%.1f ms", reach.path("round_trip_ms").asDouble())
                : "";
    }

    private static List<String> wants(
            JsonNode dc, JsonNode asked, List<JsonNode> replacements, JsonNode workers) {
        List<String> wants = new ArrayList<>();
        JsonNode gateway = dc.path("gateway");
        JsonNode reach = dc.path("reach");
        if (gateway.has("error")) {
            wants.add(gateway.path("error").asString());
        } else {
            differs(gateway, asked, "version", "another version than " + home(asked), wants);
            differs(gateway, asked, "epoch", "another epoch than " + home(asked), wants);
            differs(
                    gateway,
                    asked,
                    "configuration",
                    "another configuration than " + home(asked),
                    wants);
        }
        for (String store : List.of("table", "fragments")) {
            String state = dc.path(store).asString();
            if (!List.of("active", "none", "joining").contains(state)) {
                wants.add(store + " " + state);
            }
        }
        replacements.stream()
                .filter(each -> each.path("dc").equals(dc.path("name")))
                .forEach(each -> wants.add("is being filled: " + Replacement.line(each)));
        if (replacements.isEmpty() && isJoining(dc)) {
            wants.add("waits to be filled");
        }
        if (reach.has("error")) {
            wants.add("its table does not answer: " + Call.text(reach, "error", ""));
        }
        JsonNode worker = workers.path(dc.path("name").asString());
        if (worker.has("error")) {
            wants.add("its recovery-worker: " + Call.text(worker, "error", ""));
        }
        for (JsonNode away : worker.path("away")) {
            wants.add("does not reach " + away.asString());
        }
        double ahead = reach.path("clock_ahead_ms").asDouble(0);
        if (Math.abs(ahead) > CLOCK_MS) {
            wants.add(String.format(Locale.ROOT, "its clock is %.0f ms ahead", ahead));
        }
        return wants;
    }

    private static String home(JsonNode asked) {
        return asked.path("dc").asString();
    }

    private static boolean isJoining(JsonNode dc) {
        return dc.path("table").asString().equals("joining")
                || dc.path("fragments").asString().equals("joining");
    }

    private static void differs(
            JsonNode gateway, JsonNode asked, String field, String what, List<String> wants) {
        if (!gateway.path(field).equals(asked.path(field))) {
            wants.add(what + ": " + gateway.path(field).asString());
        }
    }
}
