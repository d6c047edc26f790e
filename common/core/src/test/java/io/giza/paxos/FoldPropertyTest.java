package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry.Resolution;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** The fold against a twin that looks through the whole log for each version. */
class FoldPropertyTest {
    private static final int MOST_VERSIONS = 12;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 500);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void agreesWithATwinThatAsksEveryLaterRecordAboutEveryVersion(long seed) {
        Row row = draw(new Random(seed));
        List<Entry> live = new ArrayList<>();
        for (long version = row.chosen(); version >= 1; version--) {
            if (twinIsLive(row, version)) {
                live.add(row.entry(version).orElseThrow());
            }
        }

        assertThat(Fold.versions(row)).isEqualTo(new Fold.All(live));
        for (long most = 0; most <= row.chosen(); most++) {
            long upTo = most;
            Fold.State expected =
                    live.stream()
                            .filter(entry -> entry.version() <= upTo)
                            .findFirst()
                            .<Fold.State>map(Fold.Newest::new)
                            .orElseGet(Fold.Nothing::new);

            assertThat(Fold.fold(row, upTo)).isEqualTo(expected);
            assertThat(Fold.foldNulls(row, upTo))
                    .isEqualTo(
                            live.stream()
                                    .filter(entry -> entry.version() <= upTo)
                                    .filter(FoldPropertyTest::isNull)
                                    .findFirst()
                                    .<Fold.State>map(Fold.Newest::new)
                                    .orElseGet(Fold.Nothing::new));
        }
        for (long version = 1; version <= row.chosen(); version++) {
            assertThat(Fold.versionState(row, version) instanceof Fold.Live)
                    .isEqualTo(twinIsLive(row, version));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aPartOfTheLogSaysTheSameOrAsksForMore(long seed) {
        Random random = new Random(seed);
        Row row = draw(random);
        Row part = row.since(1 + random.nextInt((int) row.chosen() + 1));

        Fold.State state = Fold.fold(part);
        if (!(state instanceof Fold.NeedsOlder)) {
            assertThat(state).isEqualTo(Fold.fold(row));
        }
        for (long version = 1; version <= row.chosen(); version++) {
            Fold.VersionState standing = Fold.versionState(part, version);
            if (!(standing instanceof Fold.NeedsOlder)) {
                assertThat(standing).isEqualTo(Fold.versionState(row, version));
            }
        }
    }

    private static boolean twinIsLive(Row row, long version) {
        Entry entry = row.entry(version).orElseThrow();
        if (!isVersion(entry)
                || !endings(row, version).isEmpty()
                || entry.resolution() == Resolution.ABORTED) {
            return false;
        }
        if (!isNull(entry)) {
            return true;
        }
        for (long later = version + 1; later <= row.chosen(); later++) {
            if (twinSupersedes(row, row.entry(later).orElseThrow())) {
                return false;
            }
        }
        return true;
    }

    private static boolean twinSupersedes(Row row, Entry later) {
        if (!isVersion(later) || !isNull(later)) {
            return false;
        }
        List<DeletionReason> endings = endings(row, later.version());
        return endings.isEmpty()
                ? later.value().kind() == Kind.MARKER
                        || later.resolution() == Resolution.VISIBLE
                        || later.resolution() == Resolution.DEGRADED
                        || later.resolution() == Resolution.REPAIRED
                : endings.getFirst() == DeletionReason.DELETED;
    }

    private static List<DeletionReason> endings(Row row, long version) {
        return row.log().stream()
                .filter(entry -> entry.version() > version)
                .map(Entry::value)
                .filter(value -> value.kind() == Kind.DELETE_VERSIONS)
                .filter(value -> value.command().argument() == version)
                .map(DeletionReason::of)
                .toList();
    }

    private static boolean isVersion(Entry entry) {
        return entry.value().kind() == Kind.PUT || entry.value().kind() == Kind.MARKER;
    }

    private static boolean isNull(Entry entry) {
        return entry.value().command().argument() != 1;
    }

    private static Row draw(Random random) {
        int versions = random.nextInt(MOST_VERSIONS);
        List<Entry> log = new ArrayList<>();
        for (int version = 1; version <= versions; version++) {
            Kind kind = random.nextBoolean() ? Kind.PUT : draw(random, Kind.values());
            long argument =
                    switch (kind) {
                        case PUT -> random.nextInt(2);
                        case MARKER -> random.nextInt(3);
                        case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, VISIBLE ->
                                random.nextInt(MOST_VERSIONS);
                        case DROP -> 0;
                    };
            Bytes body =
                    kind == Kind.DELETE_VERSIONS
                            ? draw(random, DeletionReason.values()).body(Instant.EPOCH)
                            : Bytes.EMPTY;
            Value value =
                    new Value(
                            1,
                            PutId.random(random),
                            0,
                            OpId.random(random),
                            Command.of(kind, argument, body));
            log.add(new Entry(version, value, draw(random, Resolution.values())));
        }
        return new Row(1, 0, 0, versions, log, Slot.UNTOUCHED);
    }

    private static <T> T draw(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
