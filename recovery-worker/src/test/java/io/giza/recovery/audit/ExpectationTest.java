package io.giza.recovery.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;
import io.giza.record.FragmentName;
import io.giza.record.ManifestCodec;
import io.giza.recovery.audit.Expectation.ExpectedFragment;
import io.giza.recovery.audit.Expectation.Rules;
import io.giza.recovery.audit.Expectation.Versions;
import io.giza.wire.BinaryFragmentFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** What must lie in the stores, by what a row says. */
class ExpectationTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");
    private static final ObjectKey KEY =
            new ObjectKey(BucketId.random(new Random(3), 1), "some/key");
    private static final BinaryFragmentFormat FORMAT = new BinaryFragmentFormat();
    private static final List<DcName> PLACES =
            List.of(new DcName("dc3"), new DcName("dc1"), new DcName("dc2"));
    private static final int SIZE = 3000;

    private final Random random = new Random(1);

    /**
     * Records: {@code P} a put with fragments, {@code I} one inline, {@code V} one of a versioned
     * bucket, {@code X} one that was dropped, {@code M} the marker of an unversioned bucket, {@code
     * m} one of a versioned bucket, {@code 1} to {@code 9} the deletion of that version, {@code n}
     * a no-op; {@code +} says that the one before was seen, {@code ~} that it was put without all
     * its fragments, {@code =} that it was repaired, and {@code -} that it never will be seen.
     */
    @ParameterizedTest(name = "{0}: wants {1}, puts {2}, markers {3}, undecided {4}")
    @CsvSource({
        "'',     '',  0, 0, 0",
        "P+,     1,   1, 0, 0",
        "P~,     1,   1, 0, 0",
        "P=,     1,   1, 0, 0",
        "P,      '',  0, 0, 1",
        "P-,     '',  0, 0, 0",
        "I,      '',  1, 0, 0",
        "I+,     '',  1, 0, 0",
        "P+P+,   2,   1, 0, 0",
        "P+P,    1,   1, 0, 1",
        "P+I+,   '',  1, 0, 0",
        "V+V+,   12,  2, 0, 0",
        "V+Vm,   1,   1, 1, 1",
        "V+V+1,  2,   1, 0, 0",
        "V+m,    1,   1, 1, 0",
        "P+M,    '',  0, 1, 0",
        "P+M1,   '',  0, 1, 0",
        "P+1,    '',  0, 0, 0",
        "P1,     '',  0, 0, 0",
        "X1,     '',  0, 0, 0",
        "X,      '',  0, 0, 1",
        "P+n,    1,   1, 0, 0",
        "P+P+2,  '',  0, 0, 0",
    })
    void eachKindOfLogWantsItsFragments(
            String log, String expected, int puts, int markers, int undecided) {
        Row row = row(log);

        Expectation expectation = of(row, List.of(row, Row.ABSENT), true);

        assertThat(versions(expectation)).isEqualTo(expected);
        assertThat(expectation.fragments()).hasSize(PLACES.size() * expected.length());
        assertThat(expectation.versions()).isEqualTo(new Versions(puts, markers, undecided));
        assertThat(expectation.undecided()).hasSize(undecided);
    }

    @ParameterizedTest(name = "{0}: wants {1}")
    @CsvSource({"P+P+, 12", "P+P+1, 2", "P+P, 1"})
    void ofAPartEachPutIsWantedUntilItIsDeleted(String log, String expected) {
        Row row = row(log);

        assertThat(versions(of(row, List.of(row), false))).isEqualTo(expected);
    }

    @Test
    void aFragmentIsWantedWhereItsManifestSaysAndAsLongAsItsLayoutSays() {
        Row row = row("P+");
        PutId put = row.last().orElseThrow().value().id();
        FragmentId first = new FragmentId("default", KEY, put, 0);
        // Three stripes of 1,024, 1,024 and 952 bytes, in halves, with a checksum for each.
        long body = 512 + 4 + 512 + 4 + 476 + 4;

        assertThat(of(row, List.of(row), true).fragments())
                .containsEntry(
                        new FragmentLocation(new DcName("dc3"), FragmentName.of(first).path()),
                        new ExpectedFragment(1, FORMAT.headerLength(first) + body));
    }

    @Test
    void whatAnyDataCenterSawIsWanted() {
        Row knows = row("PV+");
        Entry first = knows.entry(1).orElseThrow();
        Row saw = Row.ABSENT.learn(List.of(new Entry(1, first.value(), Resolution.VISIBLE)));

        assertThat(versions(of(knows, List.of(knows, saw), true))).isEqualTo("12");
    }

    @Test
    void whatIsVotedForAsTheNextVersionIsUndecided() {
        Row row = row("P+");
        Value next = value('P');
        Row voted = voted(row, next);

        Expectation expectation = of(row, List.of(row, voted), true);

        assertThat(versions(expectation)).isEqualTo("1");
        assertThat(expectation.undecided()).containsExactly(next.id());
    }

    @Test
    void whatWasVotedForInVainIsNotWaitedFor() {
        Row behind = voted(Row.ABSENT, value('P'));
        Row row = row("P+");

        assertThat(of(row, List.of(row, behind), true).undecided()).isEmpty();
    }

    @Test
    void rowsOfRecordsWantNothing() {
        ObjectKey key = ObjectKey.ofBucketRecord("photos");

        assertThat(Expectation.of(key, row("P+"), List.of(), new Rules(FORMAT, false)))
                .isEqualTo(Expectation.NOTHING);
    }

    private static Row voted(Row row, Value value) {
        return new Row(
                row.epoch(),
                row.generation(),
                row.fence(),
                row.chosen(),
                row.log(),
                new Slot(Ballot.FAST, new Vote(Ballot.FAST, value)));
    }

    private static Expectation of(Row known, List<Row> held, boolean supersedes) {
        return Expectation.of(KEY, known, held, new Rules(FORMAT, supersedes));
    }

    private static String versions(Expectation expectation) {
        return expectation.fragments().values().stream()
                .map(ExpectedFragment::version)
                .distinct()
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining());
    }

    private Row row(String log) {
        Row row = Row.ABSENT;
        for (char record : log.toCharArray()) {
            row =
                    switch (record) {
                        case '+' -> resolved(row, Resolution.VISIBLE);
                        case '~' -> resolved(row, Resolution.DEGRADED);
                        case '=' -> resolved(row, Resolution.REPAIRED);
                        case '-' -> resolved(row, Resolution.ABORTED);
                        default -> row.append(value(record));
                    };
        }
        return row;
    }

    private static Row resolved(Row row, Resolution resolution) {
        Entry last = row.last().orElseThrow();
        return row.learn(List.of(new Entry(last.version(), last.value(), resolution)));
    }

    private Value value(char record) {
        return switch (record) {
            case 'P' -> put(Mode.UNVERSIONED, manifest(false));
            case 'I' -> put(Mode.UNVERSIONED, manifest(true));
            case 'V' -> put(Mode.VERSIONED, manifest(false));
            case 'X' -> put(Mode.UNVERSIONED, Bytes.EMPTY);
            case 'M' -> value(Kind.MARKER, Mode.HIDDEN_MARKER.argument(), Bytes.EMPTY);
            case 'm' -> value(Kind.MARKER, Mode.VERSIONED.argument(), Bytes.EMPTY);
            case 'n' -> value(Kind.NO_OP, 1, Bytes.EMPTY);
            default -> value(Kind.DELETE_VERSIONS, record - '0', DeletionReason.DELETED.body(NOW));
        };
    }

    private Value put(Mode mode, Bytes body) {
        return value(Kind.PUT, mode.argument(), body);
    }

    private Value value(Kind kind, long argument, Bytes body) {
        return new Value(
                1, PutId.random(random), 0, OpId.random(random), Command.of(kind, argument, body));
    }

    private static Bytes manifest(boolean inline) {
        Manifest.DataLocation data =
                inline
                        ? new Manifest.Inline(Bytes.copyOf(new byte[] {1}))
                        : new Manifest.Fragmented("default", Coding.parse("rs(2,1)"), 1024, PLACES);
        Manifest manifest =
                new Manifest(
                        data,
                        inline ? 1 : SIZE,
                        "0123456789abcdef0123456789abcdef",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        NOW);
        return new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest);
    }
}
