package io.giza.console.page;

import io.giza.console.view.Overview.Want;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What wants attention, of what gateways and workers tell. */
record Attention(JsonNode cluster, JsonNode recovery, JsonNode gc, JsonNode maintenance) {
    private static final double CLOCK_MS = 1000;

    /** A disk with less room is about to refuse writes. */
    private static final double FULL = 0.05;

    private static final List<String> SOUND = List.of("active", "none");
    private static final List<String> ALIKE =
            List.of("version", "epoch", "configuration", "master_key");
    private static final String DATA_CENTERS = "/data-centers";
    private static final String WORK = "/work";

    List<Want> all() {
        List<Want> wants = new ArrayList<>();
        if (cluster.has("quorum_lost")) {
            wants.add(new Want("NO QUORUM", text(cluster, "quorum_lost"), DATA_CENTERS));
        }
        for (JsonNode each : maintenance.path("data_centers")) {
            wants.add(
                    new Want(
                            text(each, "name"),
                            "is in maintenance until "
                                    + text(each, "until")
                                    + ", by "
                                    + text(each, "by"),
                            DATA_CENTERS));
        }
        for (JsonNode dc : cluster.path("data_centers")) {
            addDataCenter(dc, wants);
        }
        recovery.path("data_centers")
                .properties()
                .forEach(each -> addRecovery(each.getKey(), each.getValue(), wants));
        gc.path("data_centers")
                .properties()
                .forEach(each -> addCollection(each.getKey(), each.getValue(), wants));
        return wants;
    }

    private void addDataCenter(JsonNode dc, List<Want> wants) {
        String name = text(dc, "name");
        JsonNode gateway = dc.path("gateway");
        if (gateway.has("error")) {
            wants.add(new Want(name, text(gateway, "error"), DATA_CENTERS));
        } else {
            for (String what : ALIKE) {
                if (differs(gateway, cluster.path("asked"), what)) {
                    wants.add(
                            new Want(
                                    name,
                                    "its gateway has another "
                                            + what.replace('_', ' ')
                                            + ": "
                                            + text(gateway, what),
                                    DATA_CENTERS));
                }
            }
        }
        addSlow(
                gateway.path("slow"),
                "stores fragments late: puts through " + name + " may do without them",
                wants);
        addSlow(
                gateway.path("slow_votes"),
                "votes late: puts through " + name + " do not wait for it",
                wants);
        for (JsonNode disk : gateway.path("disks")) {
            double share = disk.path("free").asDouble(0) / disk.path("total").asDouble(1);
            if (share < FULL) {
                wants.add(
                        new Want(
                                name,
                                String.format(
                                        Locale.ROOT,
                                        "the disk of its %s is full: %.1f %% free",
                                        text(disk, "store"),
                                        100 * share),
                                DATA_CENTERS));
            }
        }
        for (String store : List.of("table", "fragments")) {
            String state = text(dc, store);
            if (!SOUND.contains(state)) {
                wants.add(new Want(name, "its " + store + " is " + state, DATA_CENTERS));
            }
        }
        if (dc.path("reach").has("error")) {
            wants.add(new Want(name, "its table does not answer", DATA_CENTERS));
        }
        double ahead = dc.path("reach").path("clock_ahead_ms").asDouble(0);
        if (Math.abs(ahead) > CLOCK_MS) {
            wants.add(
                    new Want(
                            name,
                            String.format(
                                    Locale.ROOT,
                                    "its clock is %.0f s %s",
                                    Math.abs(ahead) / 1000,
                                    ahead > 0 ? "ahead" : "behind"),
                            DATA_CENTERS));
        }
    }

    private static void addSlow(JsonNode slow, String sentence, List<Want> wants) {
        slow.forEach(each -> wants.add(new Want(each.asString(""), sentence, DATA_CENTERS)));
    }

    /** Gateways of earlier releases do not tell everything. */
    private static boolean differs(JsonNode gateway, JsonNode asked, String what) {
        return gateway.has(what) && asked.has(what) && !gateway.path(what).equals(asked.path(what));
    }

    private static void addRecovery(String dc, JsonNode worker, List<Want> wants) {
        if (worker.has("error")) {
            wants.add(new Want(dc, "its recovery-worker: " + text(worker, "error"), WORK));
        }
        long backlog = worker.path("backlog").asLong(0);
        if (backlog > 0) {
            wants.add(new Want(dc, backlog + " rows wait to be caught up", WORK));
        }
        for (JsonNode each : worker.path("missed")) {
            Want want = new Want(text(each, "dc"), "missed writes, not repaired yet", WORK);
            if (!wants.contains(want)) {
                wants.add(want);
            }
        }
        for (JsonNode each : worker.path("replacements")) {
            wants.add(new Want(text(each, "dc"), "is being filled", DATA_CENTERS));
        }
        for (JsonNode each : worker.path("away")) {
            wants.add(new Want(dc, "does not reach " + each.asString(""), DATA_CENTERS));
        }
        long lost = worker.path("counts").path("versions").path("lost").asLong(0);
        if (lost > 0) {
            wants.add(new Want(dc, lost + " versions have too few fragments to be read", WORK));
        }
    }

    private static void addCollection(String dc, JsonNode worker, List<Want> wants) {
        if (worker.has("error")) {
            wants.add(new Want(dc, "its gc-worker: " + text(worker, "error"), WORK));
        }
        String clock = text(worker, "clock");
        if (!clock.isEmpty()) {
            wants.add(new Want(dc, "its gc-worker: " + clock, WORK));
        }
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("");
    }
}
