package io.giza.gc.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;
import io.giza.usage.Usage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a row holds, by what its log says. */
class RowUsageTest {
    private static final Instant EARLIER = Instant.parse("2026-06-01T00:00:00Z");

    private final Random random = new Random(1);

    /**
     * Records: {@code P} a put of 100 bytes, {@code V} one of a versioned bucket, {@code X} one
     * that was dropped, {@code M} the marker of an unversioned bucket, {@code m} one of a versioned
     * bucket, {@code 1} to {@code 9} the deletion of that version, {@code g} that of version 1 as
     * given up, {@code n} a no-op; {@code +} says that the one before was seen.
     */
    @ParameterizedTest(name = "{0}: {1} objects, {2} versions, {3} markers")
    @CsvSource({
        "'',    0, 0, 0",
        "P+,    1, 1, 0",
        "P,     1, 1, 0",
        "P+P+,  1, 1, 0",
        "P+P,   1, 2, 0",
        "P+M,   0, 0, 0",
        "P+M1,  0, 0, 0",
        "P+Pg,  1, 1, 0",
        "V+V+,  1, 2, 0",
        "V+m,   0, 1, 1",
        "V+m2,  1, 1, 0",
        "V+mV+, 1, 2, 1",
        "V+V+2, 1, 1, 0",
        "XV+,   1, 1, 0",
        "VX,    1, 1, 0",
        "n,     0, 0, 0",
    })
    void anObjectIsAllItsVersionsThatAreLeft(String log, int objects, int versions, int markers) {
        RowUsage found = RowUsage.ofObject(row(log), (_, manifest) -> 3 * manifest.size());

        assertThat(found.usage())
                .isEqualTo(
                        new Usage(
                                objects,
                                versions,
                                markers,
                                100L * versions,
                                0,
                                0,
                                300L * versions));
    }

    @ParameterizedTest(name = "{0}: {1} puts")
    @CsvSource({"'', 0", "P+, 1", "P+P+, 2", "P+P+1, 1", "P+P+12, 0", "X2, 0"})
    void aPartIsAllItsPutsUntilTheyAreDeleted(String log, int puts) {
        RowUsage found = RowUsage.ofPart(row(log), (_, manifest) -> 3 * manifest.size());

        assertThat(found.usage()).isEqualTo(new Usage(0, 0, 0, 0, 0, 100L * puts, 300L * puts));
    }

    @Test
    void theNewestOfItIsKnown() {
        assertThat(RowUsage.ofObject(row("V+V+m"), (_, _) -> 0).newest())
                .isEqualTo(EARLIER.plusSeconds(3));
        assertThat(RowUsage.ofObject(row("V+V+2"), (_, _) -> 0).newest())
                .isEqualTo(EARLIER.plusSeconds(1));
        assertThat(RowUsage.ofPart(row("P+P+"), (_, _) -> 0).newest())
                .isEqualTo(EARLIER.plusSeconds(2));
    }

    private Row row(String log) {
        Row row = Row.ABSENT;
        for (char record : log.toCharArray()) {
            row = record == '+' ? seen(row) : row.append(value(record, row.chosen() + 1));
        }
        return row;
    }

    private static Row seen(Row row) {
        Entry last = row.last().orElseThrow();
        return row.learn(List.of(new Entry(last.version(), last.value(), Resolution.VISIBLE)));
    }

    private Value value(char record, long version) {
        Instant at = EARLIER.plusSeconds(version);
        return switch (record) {
            case 'P' -> value(Kind.PUT, Mode.UNVERSIONED.argument(), manifest(at));
            case 'V' -> value(Kind.PUT, Mode.VERSIONED.argument(), manifest(at));
            case 'X' -> value(Kind.PUT, Mode.UNVERSIONED.argument(), Bytes.EMPTY);
            case 'M' -> value(Kind.MARKER, Mode.HIDDEN_MARKER.argument(), MarkerCodec.encode(at));
            case 'm' -> value(Kind.MARKER, Mode.VERSIONED.argument(), MarkerCodec.encode(at));
            case 'g' -> value(Kind.DELETE_VERSIONS, 1, DeletionReason.GIVEN_UP.body(at));
            case 'n' -> value(Kind.NO_OP, 1, Bytes.EMPTY);
            default -> value(Kind.DELETE_VERSIONS, record - '0', DeletionReason.DELETED.body(at));
        };
    }

    private Value value(Kind kind, long argument, Bytes body) {
        return new Value(
                1, PutId.random(random), 0, OpId.random(random), Command.of(kind, argument, body));
    }

    private static Bytes manifest(Instant created) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.copyOf(new byte[100])),
                        100,
                        "0123456789abcdef0123456789abcdef",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        created);
        return new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest);
    }
}
