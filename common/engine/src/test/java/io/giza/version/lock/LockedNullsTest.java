package io.giza.version.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.lock.LegalHold;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;
import io.giza.version.lock.LockedNulls.Finding;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Which rows hold a null that is locked. */
class LockedNullsTest {
    private final Random random = new Random(1);

    /**
     * Records: {@code N} a put that is a null and visible, {@code U} one of which that is not
     * known, {@code V} a put that is none, {@code M} a null marker; {@code h1} holds version 1,
     * {@code o1} ends that, {@code x1} deletes version 1, {@code g1} gives it up.
     */
    @ParameterizedTest(name = "{0} from {1}: {2}")
    @CsvSource({
        "'', 1, NONE",
        "N, 1, NONE",
        "N h1, 1, LOCKED",
        "N h1 o1, 1, NONE",
        "N h1 V, 1, LOCKED",
        "N h1 V, 3, NEEDS_OLDER",
        "N h1 U, 1, LOCKED",
        "N h1 U, 3, NEEDS_OLDER",
        "N h1 N, 1, NONE",
        "N h1 N, 3, NONE",
        "N h1 M, 1, NONE",
        "N h1 o1 x1, 1, NONE",
        "N h1 U g3, 1, LOCKED",
        "V h1, 1, NONE",
    })
    void aLockedNullIsFound(String log, long firstHeld, Finding finding) {
        assertThat(LockedNulls.in(row(log).since(firstHeld))).isEqualTo(finding);
    }

    @ParameterizedTest(name = "version 1 of {0}: {1}")
    @CsvSource({
        "N, false",
        "N U, true",
        "N V U, true",
        "N U g2, false",
        "N U x2, false",
        "N N, false",
        "N M, false",
        "N V, false",
        "U, false",
    })
    void aLaterNullThatMayStillComeReplacesIt(String log, boolean isReplaced) {
        assertThat(LockedNulls.mayBeReplaced(row(log), 1)).isEqualTo(isReplaced);
    }

    private Row row(String log) {
        Row row = Row.ABSENT;
        for (String record : log.isEmpty() ? new String[0] : log.split(" ")) {
            Value value = value(record);
            row = row.append(value);
            if (record.equals("N") || record.equals("V")) {
                row = row.learn(List.of(new Entry(row.chosen(), value, Resolution.VISIBLE)));
            }
        }
        return row;
    }

    private Value value(String record) {
        long number = record.length() > 1 ? record.charAt(1) - '0' : 0;
        return switch (record.charAt(0)) {
            case 'N', 'U' -> put(Mode.UNVERSIONED);
            case 'V' -> put(Mode.VERSIONED);
            case 'M' ->
                    MarkerCodec.marker(
                            PutId.random(random),
                            0,
                            Mode.UNVERSIONED,
                            OpId.random(random),
                            Instant.EPOCH);
            case 'h' -> hold(number, LegalHold.ON);
            case 'o' -> hold(number, LegalHold.OFF);
            case 'x' -> deletion(number, DeletionReason.DELETED);
            case 'g' -> deletion(number, DeletionReason.GIVEN_UP);
            default -> throw new IllegalArgumentException(record);
        };
    }

    private Value hold(long version, LegalHold hold) {
        return AnnotationCodec.value(
                PutId.random(random),
                0,
                OpId.random(random),
                version,
                new AnnotationCodec.Held(hold));
    }

    private Value deletion(long version, DeletionReason reason) {
        return value(new Command.DeleteVersion(version, reason.body(Instant.EPOCH)));
    }

    private Value put(Mode mode) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.EMPTY),
                        0,
                        "etag",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Instant.EPOCH);
        return value(new Command.Put(mode, new ManifestCodec(2).encode(manifest)));
    }

    private Value value(Command command) {
        return new Value(2, PutId.random(random), 0, OpId.random(random), command);
    }
}
