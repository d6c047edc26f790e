package io.giza.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Coding.LocalReconstruction;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;
import io.giza.wire.WireSamples;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What is written is read as it was, whatever it is. */
class RecordRoundTripTest {
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRowIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        long held = random.nextInt(4);
        long chosen = held + number(random) / 2;
        List<Entry> log = new ArrayList<>();
        for (long version = chosen - held + 1; version <= chosen; version++) {
            log.add(new Entry(version, value(random), any(random, Entry.Resolution.values())));
        }
        @Nullable Vote vote = random.nextBoolean() ? null : new Vote(ballot(random), value(random));
        Row row =
                new Row(
                        number(random),
                        number(random),
                        number(random),
                        chosen,
                        log,
                        new Slot(ballot(random), vote));

        assertThat(RowCodec.decode(RowCodec.encode(row))).isEqualTo(row);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aManifestIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        Manifest manifest =
                new Manifest(
                        random.nextBoolean() ? inline(random) : fragmented(random),
                        number(random),
                        text(random),
                        texts(random),
                        texts(random),
                        texts(random),
                        texts(random),
                        instant(random));

        assertThat(ManifestCodec.decode(WireSamples.put(new ManifestCodec(1).encode(manifest))))
                .isEqualTo(manifest);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBucketRecordIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        BucketRecord record =
                new BucketRecord(
                        BucketId.random(random, 1 << random.nextInt(9)),
                        any(random, BucketRecord.State.values()),
                        text(random),
                        instant(random),
                        any(random, BucketRecord.Versioning.values()),
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(any(random, BucketRecord.Versioning.values())),
                        Duration.ofSeconds(random.nextInt(1, 4)));

        assertThat(BucketRecordCodec.decode(WireSamples.bucket(record))).isEqualTo(record);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void equalMapsAreEqualBytes(long seed) {
        Map<String, String> map = texts(new Random(seed));
        Map<String, String> other = new HashMap<>(64);
        map.keySet().stream().sorted().forEach(key -> other.put(key, map.get(key)));

        assertThat(new BinaryWriter().texts(other).toBytes())
                .isEqualTo(new BinaryWriter().texts(map).toBytes());
    }

    private static Manifest.DataLocation inline(Random random) {
        return new Manifest.Inline(bytes(random));
    }

    private static Manifest.DataLocation fragmented(Random random) {
        Coding coding =
                random.nextInt(3) == 0
                        ? new LocalReconstruction(
                                4 + 4 * random.nextInt(3), 2, 1 + random.nextInt(2))
                        : new ReedSolomon(1 + random.nextInt(6), random.nextInt(4));
        return new Manifest.Fragmented(
                text(random),
                coding,
                1 + random.nextInt(Integer.MAX_VALUE - 1),
                IntStream.range(0, coding.fragments())
                        .mapToObj(i -> new DcName("dc" + i))
                        .toList());
    }

    private static Value value(Random random) {
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

    private static Ballot ballot(Random random) {
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
    private static long number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextLong() >>> (1 + random.nextInt(62));
        };
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochSecond(random.nextInt() * 8L, random.nextInt(1_000_000_000));
    }

    private static Map<String, String> texts(Random random) {
        Map<String, String> map = new HashMap<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            map.put(text(random), text(random));
        }
        return map;
    }

    private static String text(Random random) {
        int[] points =
                random.ints(random.nextInt(20), 0, 0x1_0000)
                        .map(point -> Character.isSurrogate((char) point) ? 0x1F600 : point)
                        .toArray();
        return new String(points, 0, points.length);
    }

    private static Bytes bytes(Random random) {
        byte[] content = new byte[random.nextInt(300)];
        random.nextBytes(content);
        return Bytes.copyOf(content);
    }

    private static UUID uuid(Random random) {
        return new UUID(random.nextLong(), random.nextLong());
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
