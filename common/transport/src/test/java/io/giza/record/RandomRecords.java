package io.giza.record;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Retries;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;

/** Draws what records are made of, extremes among it. */
public final class RandomRecords {
    private RandomRecords() {}

    /** Returns the seeds to draw with. */
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    /** Draws the identity of a bucket, of any number of shards. */
    public static BucketId bucket(Random random) {
        return BucketId.random(random, 1 << random.nextInt(9));
    }

    /** Draws a row whose log holds at most three versions. */
    public static Row row(Random random) {
        long held = random.nextInt(4);
        long chosen = held + number(random) / 2;
        List<Entry> log = entries(random, chosen - held + 1, held);
        @Nullable Vote vote = random.nextBoolean() ? null : new Vote(ballot(random), value(random));
        Slot open = new Slot(ballot(random), vote);
        return new Row(
                number(random),
                number(random),
                number(random),
                chosen,
                log,
                open,
                random.nextBoolean() ? Retries.NONE : retries(random));
    }

    private static Retries retries(Random random) {
        List<OpId> records =
                random.longs(random.nextInt(4), 0, 1L << 33)
                        .mapToObj(Instant::ofEpochSecond)
                        .map(date -> OpId.random(random).ofAttempt(date, true))
                        .toList();
        return new Retries(records, Instant.ofEpochSecond(random.nextLong(1L << 33)));
    }

    /** Draws so many versions from one on. */
    public static List<Entry> entries(Random random, long first, long count) {
        return LongStream.range(first, first + count)
                .mapToObj(
                        version ->
                                new Entry(
                                        version,
                                        value(random),
                                        any(random, Entry.Resolution.values())))
                .toList();
    }

    /** Draws a value of any kind. */
    public static Value value(Random random) {
        Value.Kind kind = any(random, Value.Kind.values());
        long argument =
                switch (kind) {
                    case PUT -> random.nextInt(2);
                    case MARKER -> random.nextInt(3);
                    case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, VISIBLE -> number(random);
                    case DROP -> 0;
                };
        Bytes body =
                switch (kind) {
                    case PUT, MARKER, DELETE_VERSIONS, ANNOTATE -> bytes(random);
                    case NO_OP, REMOVE, DROP, VISIBLE -> Bytes.EMPTY;
                };
        return new Value(
                random.nextInt(256),
                new PutId(uuid(random)),
                number(random),
                new OpId(uuid(random)),
                Command.of(kind, argument, body));
    }

    /** Draws a ballot of any sort. */
    public static Ballot ballot(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Ballot.FAST;
            case 1 -> Ballot.CONFIRM;
            default ->
                    new Ballot(
                            number(random),
                            2 + random.nextInt(Integer.MAX_VALUE - 2),
                            uuid(random),
                            number(random));
        };
    }

    /** Draws numbers of every length, zero and the greatest among them. */
    public static long number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextLong() >>> (1 + random.nextInt(62));
        };
    }

    /** Draws at most four texts by name. */
    public static Map<String, String> texts(Random random) {
        Map<String, String> map = new HashMap<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            map.put(text(random), text(random));
        }
        return map;
    }

    /** Draws at most 19 characters of any plane. */
    public static String text(Random random) {
        int[] points =
                random.ints(random.nextInt(20), 0, 0x1_0000)
                        .map(point -> Character.isSurrogate((char) point) ? 0x1F600 : point)
                        .toArray();
        return new String(points, 0, points.length);
    }

    /** Draws at most 299 bytes. */
    public static Bytes bytes(Random random) {
        byte[] content = new byte[random.nextInt(300)];
        random.nextBytes(content);
        return Bytes.copyOf(content);
    }

    /** Draws a UUID. */
    public static UUID uuid(Random random) {
        return new UUID(random.nextLong(), random.nextLong());
    }

    /** Draws one of some values. */
    public static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
