package io.giza.simulation.event;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gc.event.EventSender;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.cluster.VoteOracle.Chosen;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * A webhook that is down now and then, and an account of what it was told: all that was
 * acknowledged, and nothing that is not chosen.
 */
final class EventOracle implements EventSender {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final VoteOracle rows;
    private final BucketId bucket;
    private final RandomGenerator chance;
    private final Set<Told> told = new HashSet<>();
    private final List<Change> acknowledged = new ArrayList<>();
    private boolean isCalm;

    EventOracle(VoteOracle rows, BucketId bucket, RandomGenerator chance) {
        this.rows = rows;
        this.bucket = bucket;
        this.chance = chance;
    }

    /** What a message tells, but for its details. */
    private record Told(String kind, String key, String sequencer) {}

    /** A change that a client was told to have happened. */
    private record Change(String kind, String key, OpId op) {
        /** Another kind of change may have the same identity. */
        boolean isRecorded(Value value) {
            boolean isCreation = value.kind() == Value.Kind.PUT;
            return value.op().equals(op) && isCreation == kind.equals("ObjectCreated");
        }
    }

    void put(String key, OpId op) {
        acknowledged.add(new Change("ObjectCreated", key, op));
    }

    void deleted(String key, OpId op) {
        acknowledged.add(new Change("ObjectRemoved", key, op));
    }

    /** From now on it takes everything. */
    void calm() {
        isCalm = true;
    }

    @Override
    public Result send(String webhook, byte[] message) {
        check(webhook.equals(EventFixture.WEBHOOK), "another webhook: " + webhook);
        int luck = isCalm ? 0 : chance.nextInt(4);
        if (luck == 1) {
            return new NotTaken("it is down");
        }
        note(JSON.readTree(message).path("Records").path(0));
        return luck == 2 ? new NotTaken("its answer is lost") : new Taken();
    }

    private void note(JsonNode record) {
        JsonNode object = record.path("s3").path("object");
        String name = record.path("eventName").asString();
        Told event =
                new Told(
                        name.substring(0, name.indexOf(':')),
                        object.path("key").asString(),
                        object.path("sequencer").asString());
        boolean isKnown = !event.sequencer().endsWith("0".repeat(16));
        check(
                !isKnown || isChosen(event),
                () -> "told of what is not chosen: " + event + ", " + record);
        told.add(event);
    }

    private boolean isChosen(Told event) {
        ObjectKey key = key(event.key());
        return rows.generations(key).stream()
                .anyMatch(
                        generation ->
                                LongStream.rangeClosed(1, rows.chosen(key, generation).size())
                                        .anyMatch(
                                                version ->
                                                        sequencer(generation, version)
                                                                .equals(event.sequencer())));
    }

    private ObjectKey key(String name) {
        return new ObjectKey(bucket, name);
    }

    private static String sequencer(long generation, long version) {
        return String.format(Locale.ROOT, "%016X%016X", generation, version);
    }

    /** Checks that the webhook was told of all that was acknowledged. */
    void checkTold() {
        acknowledged.forEach(
                change ->
                        check(
                                isTold(change),
                                () -> "acknowledged and not told: " + change + " in " + told));
    }

    /** A delete of what was not there changed nothing. */
    private boolean isTold(Change change) {
        ObjectKey key = key(change.key());
        boolean isChange = false;
        for (long generation : rows.generations(key)) {
            List<Chosen> log = rows.chosen(key, generation);
            for (int i = 0; i < log.size(); i++) {
                if (change.isRecorded(log.get(i).value())) {
                    isChange = true;
                    if (told.contains(
                                    new Told(
                                            change.kind(),
                                            change.key(),
                                            sequencer(generation, i + 1)))
                            || isToldWithoutVersion(change)) {
                        return true;
                    }
                }
            }
        }
        return !isChange && change.kind().equals("ObjectRemoved");
    }

    /** Of a row that is gone only that much is known. */
    private boolean isToldWithoutVersion(Change change) {
        return told.stream()
                .anyMatch(
                        each ->
                                each.kind().equals(change.kind())
                                        && each.key().equals(change.key())
                                        && each.sequencer().endsWith("0".repeat(16)));
    }

    int count() {
        return told.size();
    }
}
