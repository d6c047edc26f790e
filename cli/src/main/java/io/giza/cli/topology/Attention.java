package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.command.Replacement;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What of a data center wants an operator's attention.
 *
 * @param asked what the gateway that was asked is, which the others are compared with
 * @param workers what the recovery-worker of each data center says; missing if none answers
 * @param replacements which data centers they fill, and how far
 * @param dataCenters the data centers with the answers of their gateways
 */
record Attention(
        JsonNode asked, JsonNode workers, List<JsonNode> replacements, JsonNode dataCenters) {
    /** Beyond this a decision by the wall clock may be refused. */
    private static final double CLOCK_MS = 1000;

    /** What gateways have alike, but while an operator changes one region after the other. */
    private static final List<String> ALIKE =
            List.of("version", "epoch", "configuration", "master_key");

    /** A disk with less room is about to refuse writes, as GizaDiskFull has it. */
    private static final double FULL = 0.05;

    private static final List<String> SOUND = List.of("active", "none", "joining");

    /**
     * Combines the answers.
     *
     * @param cluster the answer of the gateway to /cluster
     * @param workers the answers of the recovery-workers
     */
    static Attention of(JsonNode cluster, JsonNode workers) {
        List<JsonNode> replacements = new ArrayList<>();
        workers.forEach(worker -> worker.path("replacements").forEach(replacements::add));
        return new Attention(
                cluster.path("asked"), workers, replacements, cluster.path("data_centers"));
    }

    /** Returns a sentence for each thing. */
    List<String> wants(JsonNode dc) {
        List<String> wants = wants(dc, ALIKE);
        missed(dc.path("name").asString()).ifPresent(wants::add);
        return wants;
    }

    /** Returns a sentence on the writes that a data center missed, as any worker knows them. */
    Optional<String> missed(String dc) {
        long keys = 0;
        long spaces = 0;
        for (JsonNode worker : workers) {
            for (JsonNode each : worker.path("missed")) {
                if (each.path("dc").asString("").equals(dc)) {
                    keys = Math.max(keys, each.path("keys").asLong(0));
                    spaces = Math.max(spaces, each.path("spaces").asLong(0));
                }
            }
        }
        if (keys == 0 && spaces == 0) {
            return Optional.empty();
        }
        String more = spaces == 0 ? "" : " and more in " + spaces + " key spaces";
        return Optional.of("missed writes to " + keys + " keys" + more + ", not repaired yet");
    }

    /**
     * Returns a sentence for each thing that speaks against taking another data center down.
     * Versions and configurations differ while one region after the other gets new ones.
     */
    List<String> opposes(JsonNode dc) {
        return wants(dc, List.of("epoch"));
    }

    private List<String> wants(JsonNode dc, List<String> alike) {
        List<String> wants = new ArrayList<>();
        addGateway(dc.path("gateway"), alike, wants);
        addDisks(dc.path("gateway"), wants);
        addSlow(dc.path("name").asString(""), wants);
        addStores(dc, wants);
        addReach(dc.path("reach"), wants);
        addWorker(workers.path(dc.path("name").asString()), wants);
        return wants;
    }

    private void addGateway(JsonNode gateway, List<String> alike, List<String> wants) {
        if (gateway.has("error")) {
            wants.add(gateway.path("error").asString());
            return;
        }
        for (String what : alike) {
            if (differs(gateway, what)) {
                wants.add(
                        "another "
                                + what.replace('_', ' ')
                                + " than "
                                + asked.path("dc").asString()
                                + ": "
                                + Call.text(gateway, what, "none"));
            }
        }
    }

    private static void addDisks(JsonNode gateway, List<String> wants) {
        for (JsonNode disk : gateway.path("disks")) {
            long free = disk.path("free").asLong(0);
            double share = free / disk.path("total").asDouble(1);
            if (share < FULL) {
                wants.add(
                        String.format(
                                Locale.ROOT,
                                "the disk of its %s is full: %.1f %% free",
                                Call.text(disk, "store", "store"),
                                100 * share));
            }
        }
    }

    private void addSlow(String dc, List<String> wants) {
        addSlow(dc, "slow", "stores fragments late: puts through %s may do without them", wants);
        addSlow(dc, "slow_votes", "votes late: puts through %s do not wait for it", wants);
    }

    private void addSlow(String dc, String field, String sentence, List<String> wants) {
        List<String> seenFrom = new ArrayList<>();
        for (JsonNode each : dataCenters) {
            for (JsonNode slow : each.path("gateway").path(field)) {
                if (slow.asString("").equals(dc)) {
                    seenFrom.add(each.path("name").asString(""));
                }
            }
        }
        if (!seenFrom.isEmpty()) {
            wants.add(sentence.formatted(String.join(", ", seenFrom)));
        }
    }

    /** Gateways of earlier releases do not tell everything. */
    private boolean differs(JsonNode gateway, String what) {
        return gateway.has(what) && asked.has(what) && !gateway.path(what).equals(asked.path(what));
    }

    private void addStores(JsonNode dc, List<String> wants) {
        boolean isJoining = false;
        for (String store : List.of("table", "fragments")) {
            String state = dc.path(store).asString();
            isJoining |= state.equals("joining");
            if (!SOUND.contains(state)) {
                wants.add(store + " " + state);
            }
        }
        replacements.stream()
                .filter(each -> each.path("dc").equals(dc.path("name")))
                .forEach(each -> wants.add("is being filled: " + Replacement.line(each)));
        if (replacements.isEmpty() && isJoining) {
            wants.add("waits to be filled");
        }
    }

    private static void addReach(JsonNode reach, List<String> wants) {
        if (reach.has("error")) {
            wants.add("its table does not answer: " + Call.text(reach, "error", ""));
        }
        double ahead = reach.path("clock_ahead_ms").asDouble(0);
        if (Math.abs(ahead) > CLOCK_MS) {
            wants.add(
                    String.format(
                            Locale.ROOT,
                            "its clock is %.0f s %s",
                            Math.abs(ahead) / 1000,
                            ahead > 0 ? "ahead" : "behind"));
        }
    }

    private static void addWorker(JsonNode worker, List<String> wants) {
        if (worker.isMissingNode()) {
            wants.add("its recovery-worker does not answer");
        } else if (worker.has("error")) {
            wants.add("its recovery-worker: " + Call.text(worker, "error", ""));
        }
        for (JsonNode away : worker.path("away")) {
            wants.add("does not reach " + away.asString());
        }
    }
}
