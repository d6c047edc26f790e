package io.giza.recovery.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/** What some rows know of the data of versions, and others do not. */
class ResolutionGapTest {
    /**
     * Rows of three data centers, a letter per version: {@code u} unresolved, {@code v} visible,
     * {@code d} degraded, {@code r} repaired, {@code a} aborted. Expected: the version, what is
     * known of it, and who does not know it.
     */
    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "u,  u,  u,  ''",
        "d,  d,  d,  ''",
        "u,  u,  d,  '1d:dc1,dc2'",
        "v,  d,  r,  '1r:dc1,dc2'",
        "a,  u,  a,  '1a:dc2'",
        "uv, vu, vv, '1v:dc1 2v:dc2'",
        "'', u,  v,  '1v:dc2'",
        "v,  uu, vd, '1v:dc2 2d:dc2'",
    })
    void whoKnowsLessOfAVersionThatItHoldsIsToHearIt(
            String first, String second, String third, String expected) {
        assertThat(unheard(row(0, first), row(0, second), row(0, third))).isEqualTo(expected);
    }

    @Test
    void ofARowThatWasBeforeNothingIsOfInterest() {
        assertThat(unheard(row(0, "v"), row(1, "u"), row(1, "u"))).isEmpty();
        assertThat(unheard(row(0, "v"), row(1, "u"), row(1, "v"))).isEqualTo("1v:dc2");
    }

    @Test
    void ofWhatIsDeletedNothingIsOfInterest() {
        Row aware = row(0, "vv").append(deletion(1));
        assertThat(unheard(row(0, "uv"), aware, aware)).isEmpty();
    }

    private static String unheard(Row... rows) {
        Map<DcName, Row> byName = new TreeMap<>();
        for (int i = 0; i < rows.length; i++) {
            byName.put(Samples.dc(i + 1), rows[i]);
        }
        List<String> texts = new ArrayList<>();
        for (ResolutionGap each : ResolutionGap.of(byName)) {
            Entry entry = each.resolved();
            String known = entry.resolution().name().substring(0, 1).toLowerCase(Locale.ROOT);
            texts.add(
                    entry.version()
                            + known
                            + ":"
                            + String.join(
                                    ",", each.unaware().stream().map(DcName::value).toList()));
        }
        return String.join(" ", texts);
    }

    private static Row row(long generation, String resolutions) {
        List<Entry> log = new ArrayList<>();
        for (int i = 0; i < resolutions.length(); i++) {
            log.add(new Entry(i + 1, put(generation, i), resolution(resolutions.charAt(i))));
        }
        return Row.empty(1, generation).learn(log);
    }

    private static Resolution resolution(char letter) {
        return switch (letter) {
            case 'u' -> Resolution.UNRESOLVED;
            case 'v' -> Resolution.VISIBLE;
            case 'd' -> Resolution.DEGRADED;
            case 'r' -> Resolution.REPAIRED;
            case 'a' -> Resolution.ABORTED;
            default -> throw new IllegalArgumentException("no resolution: " + letter);
        };
    }

    private static Value put(long generation, int index) {
        return new Value(
                1,
                new PutId(new UUID(generation, index)),
                generation,
                new OpId(new UUID((generation << 32) + index, 0)),
                new Command.Put(
                        Mode.VERSIONED, Bytes.copyOf("record".getBytes(StandardCharsets.UTF_8))));
    }

    private static Value deletion(long version) {
        Random random = new Random(1);
        return new Value(
                1,
                PutId.random(random),
                0,
                OpId.random(random),
                new Command.DeleteVersion(version, DeletionReason.DELETED.body(Instant.EPOCH)));
    }
}
