package io.giza.gc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** What is to be done about a row, by what its log says. */
class RowPlanTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final Duration OLD = Duration.ofMinutes(15);
    private static final Duration KEPT = Duration.ofMinutes(20);
    private static final RowPlan.AgeLimits AGES = new RowPlan.AgeLimits(OLD, KEPT);

    private final Random random = new Random(1);

    /**
     * Records: {@code P} a put long ago with fragments, {@code N} one just now, {@code W} one by a
     * clock that is a day ahead, {@code I} one inline, {@code V} one of a versioned bucket, {@code
     * X} one that was dropped, {@code M} the marker of an unversioned bucket, {@code R} one just
     * now, {@code m} one of a versioned bucket, {@code 1} to {@code 9} the deletion of that
     * version, {@code g} that of version 1 as given up, {@code d} that of version 1 by a recent
     * request, {@code D} that by an old one, {@code n} a no-op, {@code f} a recent refusal of a
     * retry, {@code F} an old refusal; {@code +} says that the one before was seen.
     */
    @ParameterizedTest(name = "{0}: settle {1}, collect {2}, empty {3}")
    @CsvSource({
        "'',     '',  '',   false",
        "P,      1,   '',   false",
        "N,      '',  '',   false",
        "I,      1,   '',   false",
        "I+,     '',  '',   false",
        "P+,     '',  '',   false",
        "P+P,    2,   '',   false",
        "X,      '',  '',   false",
        "P+P+,   '',  1,    false",
        "P+P+P+, '',  12,   false",
        "PP+,    '',  1,    false",
        "V+V+,   '',  '',   false",
        "V+m,    '',  '',   false",
        "P+M,    '',  1,    false",
        "P+M1,   '',  1,    false",
        "XM1,    '',  '',   true",
        "M,      '',  '',   true",
        "n,      '',  '',   true",
        "f,      '',  '',   false",
        "F,      '',  '',   true",
        "Pg,     '',  1,    false",
        "Xg,     '',  '',   true",
        "PV+1,   '',  1,    false",
        "Xm1,    '',  '',   false",
        "Xm12,   '',  '',   true",
        "Xd,     '',  '',   false",
        "XD,     '',  '',   true",
        "R,      '',  '',   false",
    })
    void eachKindOfLogHasItsPlan(String log, String settle, String collect, boolean empty) {
        RowPlan plan = RowPlan.of(row(log), NOW, AGES, true);

        assertThat(versions(plan.unsettled())).isEqualTo(settle);
        assertThat(versions(plan.garbage())).isEqualTo(collect);
        assertThat(plan.isEmpty()).isEqualTo(empty);
        assertThat(plan.hasWork()).isEqualTo(empty || !settle.isEmpty() || !collect.isEmpty());
    }

    @ParameterizedTest(name = "{0}: collect {1}, but keep {2}, only for retries {3}")
    @CsvSource({
        "P+P+,  1,  '', false",
        "N+P+,  1,  1,  true",
        "PN1,   1,  '', false",
        "P+N+R, 12, 2,  false",
        "N+R,   1,  1,  true",
        "Nn1,   1,  1,  true",
        "W+P+,  1,  '', false",
    })
    void whatAClientMayAskForAgainStaysInTheRow(
            String log, String collect, String keep, boolean onlyForRetries) {
        RowPlan plan = RowPlan.of(row(log), NOW, AGES, true);

        assertThat(versions(plan.garbage())).isEqualTo(collect);
        assertThat(versions(List.copyOf(plan.young()))).isEqualTo(keep);
        assertThat(plan.waitsForRetries()).isEqualTo(onlyForRetries);
        assertThat(plan.isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"XM1, 2", "XX12, 3"})
    void aRowThatHoldsAPartOfItsLogIsNotEmpty(String log, int since) {
        assertThat(RowPlan.of(row(log).since(since), NOW, AGES, true).isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"P+P+, ''", "P+P+1, 1"})
    void ofAPartEachPutIsKeptUntilItIsDeleted(String log, String collect) {
        RowPlan plan = RowPlan.of(row(log), NOW, AGES, false);

        assertThat(versions(plan.garbage())).isEqualTo(collect);
        assertThat(plan.isEmpty()).isFalse();
    }

    private static String versions(List<VersionId> ids) {
        return ids.stream().map(id -> "" + id.version()).collect(Collectors.joining());
    }

    private Row row(String log) {
        Row row = Row.ABSENT;
        for (char record : log.toCharArray()) {
            row = record == '+' ? seen(row) : row.append(value(record));
        }
        return row;
    }

    private static Row seen(Row row) {
        Entry last = row.last().orElseThrow();
        return row.learn(List.of(new Entry(last.version(), last.value(), Resolution.VISIBLE)));
    }

    private Value value(char record) {
        return switch (record) {
            case 'P' -> put(Mode.UNVERSIONED, manifest(NOW.minus(KEPT).minusSeconds(1), false));
            case 'N' -> put(Mode.UNVERSIONED, manifest(NOW, false));
            case 'W' -> put(Mode.UNVERSIONED, manifest(NOW.plus(Duration.ofDays(1)), false));
            case 'I' -> put(Mode.UNVERSIONED, manifest(NOW.minus(KEPT).minusSeconds(1), true));
            case 'V' -> put(Mode.VERSIONED, manifest(NOW, false));
            case 'X' -> put(Mode.UNVERSIONED, Bytes.EMPTY);
            case 'M' -> value(Kind.MARKER, Mode.HIDDEN_MARKER.argument(), Bytes.EMPTY);
            case 'R' -> value(Kind.MARKER, Mode.HIDDEN_MARKER.argument(), MarkerCodec.encode(NOW));
            case 'm' -> value(Kind.MARKER, Mode.VERSIONED.argument(), Bytes.EMPTY);
            case 'g' -> value(Kind.DELETE_VERSIONS, 1, DeletionReason.GIVEN_UP.body(NOW));
            case 'd' -> deletion(NOW.minus(KEPT).plusSeconds(1));
            case 'D' -> deletion(NOW.minus(KEPT));
            case 'n' -> value(Kind.NO_OP, 1, Bytes.EMPTY);
            case 'f' -> refusal(NOW.minus(KEPT).plusSeconds(1));
            case 'F' -> refusal(NOW.minus(KEPT));
            default -> value(Kind.DELETE_VERSIONS, record - '0', DeletionReason.DELETED.body(NOW));
        };
    }

    private Value deletion(Instant signed) {
        return value(Kind.DELETE_VERSIONS, 1, DeletionReason.DELETED.body(NOW))
                .withOp(OpId.random(random).ofAttempt(signed, true));
    }

    private Value refusal(Instant signed) {
        return value(Kind.NO_OP, 1, Bytes.EMPTY)
                .withOp(OpId.random(random).ofAttempt(signed, true));
    }

    private Value put(Mode mode, Bytes body) {
        return value(Kind.PUT, mode.argument(), body);
    }

    private Value value(Kind kind, long argument, Bytes body) {
        return new Value(
                1, PutId.random(random), 0, OpId.random(random), Command.of(kind, argument, body));
    }

    private static Bytes manifest(Instant created, boolean inline) {
        Manifest.DataLocation data =
                inline
                        ? new Manifest.Inline(Bytes.copyOf(new byte[] {1}))
                        : new Manifest.Fragmented(
                                "default",
                                Coding.parse("rs(2,1)"),
                                1024,
                                List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3")));
        Manifest manifest =
                new Manifest(
                        data,
                        inline ? 1 : 3000,
                        "0123456789abcdef0123456789abcdef",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        created);
        return new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest);
    }
}
