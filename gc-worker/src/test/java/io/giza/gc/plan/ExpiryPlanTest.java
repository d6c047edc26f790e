package io.giza.gc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;
import io.giza.version.VersionRules;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What expires of an object, by what its log and its bucket's lifecycle say on the tenth day. */
class ExpiryPlanTest {
    private static final Instant DAY_0 = Instant.parse("2026-06-01T00:00:00Z");
    private static final Instant NOW = DAY_0.plus(Duration.ofDays(10));

    private final Random random = new Random(1);

    /**
     * Records, with the day on whose noon they were made: {@code V} a put of a versioned bucket,
     * {@code N} one that is a null, {@code S} a small one; with {@code ?} it is not known whether
     * they can be read. {@code M} a marker, {@code m} one that is a null, {@code R} one of a bucket
     * that never was versioned, {@code u} one that does not say when; {@code X} a put that was
     * dropped. {@code x1} deletes version 1, {@code g1} gives it up, {@code t1} tags it {@code
     * a=b}, {@code f1} otherwise.
     *
     * <p>Rules: {@code d2} after two days, {@code date} on day 9, {@code later} on day 11, {@code
     * lone} markers, {@code n2} noncurrent for two days, {@code k1} likewise but for the newest
     * one, {@code tag} as d2 of what has a=b, {@code big} as d2 of more than 1,000 bytes, {@code
     * other} as d2 of other keys, {@code off} as d2, disabled.
     *
     * <p>What expires: {@code c}urrent, {@code n}oncurrent, or a {@code m}arker, with its version.
     */
    @ParameterizedTest(name = "{0} by {1}: {2}")
    @CsvSource({
        "'',            d2,      ''",
        "V7,            d2,      c1",
        "V8,            d2,      ''",
        "N7,            d2,      c1",
        "V7,            other,   ''",
        "V7,            off,     ''",
        "V7,            n2,      ''",
        "V9,            date,    c1",
        "V1,            later,   ''",
        // Only the newest is current, and its own age counts.
        "V1 V8,         d2,      ''",
        "V1 V7,         d2,      c2",
        "N1 N8,         d2,      ''",
        // Of what is deleted nothing expires, and what was before it is the newest again.
        "V1 V7 x2,      d2,      c1",
        "V1 x1,         d2,      ''",
        "V1 g1,         d2,      ''",
        "V1 M5,         d2,      ''",
        "N1 R5,         d2,      ''",
        "N1 R9,         date,    ''",
        // A version is superseded since the next one was made, however old it is.
        "V1 V8,         n2,      ''",
        "V1 V7,         n2,      n1",
        "V1 M7,         n2,      n1",
        "V1 M8,         n2,      ''",
        "V1 M6 V7,      n2,      n1 n2",
        "V1 V2 V3 V7,   n2,      n1 n2 n3",
        "V1 V2 V3 V7,   k1,      n1 n2",
        "V1 V8 V9,      n2,      ''",
        "V1 V5 V9 x2,   n2,      ''",
        "V1 u,          n2,      ''",
        // What came after another version is no older than that, whatever its gateway's clock said.
        "V9 V1,         d2,      ''",
        "V7 V1,         d2,      c2",
        "V9 V1 V5,      n2,      ''",
        "V7 V1 V9,      n2,      n1",
        "V9 x1 V1,      d2,      ''",
        "V9 M1 x1,      lone,    m2",
        "V9 M1,         d2,      ''",
        "V9 M1 x1,      d2,      ''",
        // Nulls are superseded by nulls for good; versions are not.
        "N1 N2,         n2,      ''",
        "V1 N2 N7,      n2,      n1",
        "N1 V7,         n2,      n1",
        "N1 R2 V7,      n2,      ''",
        "V1 R7,         n2,      n1",
        "V1 R7,         d2,      ''",
        // A marker expires when it is the only version left.
        "V1 M9 x1,      lone,    m2",
        "V1 M9,         lone,    ''",
        "M9,            lone,    m1",
        "m9,            lone,    m1",
        "N1 m9,         lone,    m2",
        "R9,            lone,    ''",
        "M7,            d2,      m1",
        "M8,            d2,      ''",
        "u,             lone,    ''",
        "M1,            tag,     ''",
        "M1,            big,     ''",
        // Each version has its own tags and size, the newest tags count.
        "V1,            tag,     ''",
        "V1 t1,         tag,     c1",
        "V1 t1 f1,      tag,     ''",
        "V1 t1 V2,      tag,     ''",
        "V1,            big,     c1",
        "S1,            big,     ''",
        // Nothing expires beside what may never have been there.
        "V1?,           d2,      wait",
        "V1 V2?,        d2,      wait",
        "V1 V2?,        n2,      wait",
        "V1 V2? g2,     d2,      c1",
        "V1? V2,        d2,      wait",
        "S1?,           d2,      wait",
        // A row that lags behind may know what was dropped and not why.
        "X V1,          n2,      wait",
        "X V1 x1,       d2,      c2",
    })
    void eachKindOfLogHasItsPlan(String log, String rule, String expected) {
        ExpiryPlan plan = plan(row(log), rule);

        assertThat(plan.isBlocked() ? "wait" : text(plan)).isEqualTo(expected);
    }

    @Test
    void aPartOfALogIsNoGround() {
        Row part = row("V1 V2").since(2);

        assertThatThrownBy(() -> plan(part, "d2")).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({"7, open, true", "8, open, false", "7, aborted, false"})
    void anUploadThatNobodyEndedExpires(int day, String state, boolean expires) {
        Instant noon = noon(day);
        Upload upload = new Upload(Map.of(), Map.of(), Map.of(), Optional.empty(), "default", noon);
        UploadRecord record =
                new UploadRecord(
                        upload,
                        state.equals("open")
                                ? new UploadRecord.Open()
                                : new UploadRecord.Aborted(noon));
        LifecycleActions actions = new LifecycleActions(null, null, 2);

        assertThat(
                        ExpiryPlan.ofUpload(
                                        "k/1",
                                        record,
                                        schedule(LifecycleFilter.of("k/"), actions, true),
                                        NOW)
                                .isPresent())
                .isEqualTo(expires);
    }

    private static String text(ExpiryPlan plan) {
        return plan.expiries().stream()
                .map(
                        each ->
                                each.kind().name().toLowerCase(Locale.ROOT).charAt(0)
                                        + ""
                                        + each.version().version())
                .collect(Collectors.joining(" "));
    }

    private static ExpiryPlan plan(Row row, String rule) {
        return ExpiryPlan.of("k/1", row, schedule(rule), NOW, VersionRules.PROTOCOL);
    }

    private static LifecycleSchedule schedule(String rule) {
        LifecycleFilter all = LifecycleFilter.of("k/");
        LifecycleActions twoDays = new LifecycleActions(new AfterDays(2), null, 0);
        long any = LifecycleFilter.ANY_ABOVE;
        long below = LifecycleFilter.ANY_BELOW;
        return switch (rule) {
            case "d2" -> schedule(all, twoDays, true);
            case "off" -> schedule(all, twoDays, false);
            case "other" -> schedule(LifecycleFilter.of("o"), twoDays, true);
            case "tag" ->
                    schedule(
                            new LifecycleFilter("", new TreeMap<>(Map.of("a", "b")), any, below),
                            twoDays,
                            true);
            case "big" ->
                    schedule(new LifecycleFilter("", new TreeMap<>(), 1000, below), twoDays, true);
            case "date" -> schedule(all, onDay(9), true);
            case "later" -> schedule(all, onDay(11), true);
            case "lone" -> schedule(all, new LifecycleActions(new LoneMarkers(), null, 0), true);
            case "n2" -> schedule(all, new LifecycleActions(null, new Noncurrent(2, 0), 0), true);
            case "k1" -> schedule(all, new LifecycleActions(null, new Noncurrent(2, 1), 0), true);
            default -> throw new IllegalArgumentException(rule);
        };
    }

    private static LifecycleActions onDay(int day) {
        return new LifecycleActions(new OnDate(DAY_0.plus(Duration.ofDays(day))), null, 0);
    }

    private static LifecycleSchedule schedule(
            LifecycleFilter filter, LifecycleActions actions, boolean enabled) {
        return new LifecycleSchedule(
                new LifecycleConfiguration(
                        List.of(new LifecycleRule("rule", enabled, filter, actions))));
    }

    private Row row(String log) {
        Row row = Row.ABSENT;
        for (String record : log.isEmpty() ? new String[0] : log.split(" ")) {
            Value value = value(record);
            row = row.append(value);
            if (value.kind() == Kind.PUT && !record.endsWith("?")) {
                row = row.learn(List.of(new Entry(row.chosen(), value, Resolution.VISIBLE)));
            }
        }
        return row;
    }

    private Value value(String record) {
        int number = record.length() > 1 ? record.charAt(1) - '0' : 0;
        return switch (record.charAt(0)) {
            case 'V' -> put(Mode.VERSIONED, number, 3000);
            case 'N' -> put(Mode.UNVERSIONED, number, 3000);
            case 'S' -> put(Mode.VERSIONED, number, 1);
            case 'X' -> value(Kind.PUT, Mode.VERSIONED.argument(), Bytes.EMPTY);
            case 'M' -> marker(Mode.VERSIONED, number);
            case 'm' -> marker(Mode.UNVERSIONED, number);
            case 'R' -> marker(Mode.HIDDEN_MARKER, number);
            case 'u' -> value(Kind.MARKER, Mode.VERSIONED.argument(), Bytes.EMPTY);
            case 'x' -> value(Kind.DELETE_VERSIONS, number, DeletionReason.DELETED.body(NOW));
            case 'g' -> value(Kind.DELETE_VERSIONS, number, DeletionReason.GIVEN_UP.body(NOW));
            case 't' ->
                    value(
                            Kind.ANNOTATE,
                            number,
                            AnnotationCodec.encode(new AnnotationCodec.Tags(Map.of("a", "b"))));
            case 'f' ->
                    value(
                            Kind.ANNOTATE,
                            number,
                            AnnotationCodec.encode(new AnnotationCodec.Tags(Map.of("a", "c"))));
            default -> throw new IllegalArgumentException(record);
        };
    }

    private Value marker(Mode mode, int day) {
        return MarkerCodec.marker(PutId.random(random), 0, mode, OpId.random(random), noon(day));
    }

    private Value put(Mode mode, int day, int size) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.copyOf(new byte[size])),
                        size,
                        "0123456789abcdef0123456789abcdef",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        noon(day));
        Bytes body = new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest);
        return value(Kind.PUT, mode.argument(), body);
    }

    private static Instant noon(int day) {
        return DAY_0.plus(Duration.ofDays(day)).plus(Duration.ofHours(12));
    }

    private Value value(Kind kind, long argument, Bytes body) {
        return new Value(
                1, PutId.random(random), 0, OpId.random(random), Command.of(kind, argument, body));
    }
}
