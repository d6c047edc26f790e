package io.giza.record;

import io.giza.acl.AccessControlList;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is said of a version after it was put, as the bodies of ANNOTATE values: all its tags, all
 * of its retention, its legal hold, or what its owner granted. Of each the newest counts.
 *
 * <pre>
 * annotation := tags                                   format 1
 * annotation := 1 retention | 2 hold | 3 list          format 2
 * lock       := retention hold
 * retention  := 0 | 1 seconds nanos | 2 seconds nanos  none, governance, compliance
 * hold       := 0 | 1 | 2                              never said, off, on
 * </pre>
 *
 * where a list is as in {@link AclCodec}, and names the owner that the version has anyway.
 */
public final class AnnotationCodec {
    private static final int TAGS_FORMAT = 1;
    private static final int OTHERS_FORMAT = 2;

    private AnnotationCodec() {}

    /** What an annotation says. */
    public sealed interface Annotation {}

    /** The version has these tags and no others. */
    public record Tags(Map<String, String> tags) implements Annotation {
        public Tags {
            tags = Map.copyOf(tags);
        }
    }

    /** The version is retained so, or not at all. */
    public record Retained(Optional<Retention> retention) implements Annotation {}

    /** The version's legal hold is this. */
    public record Held(LegalHold hold) implements Annotation {}

    /** The version's owner granted this. */
    public record Granted(AccessControlList list) implements Annotation {}

    /**
     * Returns an annotation as a value.
     *
     * @param base the fence of the row that it is offered after
     * @param version which version it is of
     */
    public static Value value(PutId id, long base, OpId op, long version, Annotation annotation) {
        int format =
                switch (annotation) {
                    case Tags _ -> TAGS_FORMAT;
                    case Retained _, Held _, Granted _ -> OTHERS_FORMAT;
                };
        return new Value(format, id, base, op, new Command.Annotate(version, encode(annotation)));
    }

    /** Encodes what an annotation says. */
    public static Bytes encode(Annotation annotation) {
        BinaryWriter writer = new BinaryWriter();
        switch (annotation) {
            case Tags(Map<String, String> tags) -> writer.texts(tags);
            case Retained(Optional<Retention> retention) -> write(writer.octet(1), retention);
            case Held(LegalHold hold) -> write(writer.octet(2), hold);
            case Granted(AccessControlList list) -> AclCodec.write(writer.octet(3), list);
        }
        return writer.toBytes();
    }

    /**
     * Decodes the annotation of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     annotation
     */
    public static Annotation decode(Value value) {
        boolean known = value.format() == TAGS_FORMAT || value.format() == OTHERS_FORMAT;
        if (value.kind() != Value.Kind.ANNOTATE || !known) {
            throw new FormatException(
                    value + " of format " + value.format() + " is no annotation of format 1 or 2");
        }
        return BinaryReader.decode(
                "annotation " + value.id(),
                value.body(),
                reader -> value.format() == TAGS_FORMAT ? new Tags(reader.texts()) : other(reader));
    }

    /** Returns what is said of a put by now, in a row that holds it. */
    public static Manifest manifest(Row row, Entry entry) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        for (Value value : Fold.annotations(row, entry.version())) {
            manifest =
                    switch (decode(value)) {
                        case Tags(Map<String, String> tags) -> manifest.withTags(tags);
                        case Retained(Optional<Retention> retention) ->
                                manifest.withLock(manifest.lock().withRetention(retention));
                        case Held(LegalHold hold) ->
                                manifest.withLock(manifest.lock().withHold(hold));
                        case Granted(AccessControlList list) -> manifest.withAcl(list);
                    };
        }
        return manifest;
    }

    /** Returns what keeps a version from being deleted, in a row that holds it. */
    public static VersionLock lock(Row row, Entry entry) {
        return entry.value().kind() == Value.Kind.PUT && !entry.isTruncated()
                ? manifest(row, entry).lock()
                : VersionLock.NONE;
    }

    static void write(BinaryWriter writer, VersionLock lock) {
        write(writer, lock.retention());
        write(writer, lock.hold());
    }

    static VersionLock readLock(BinaryReader reader) {
        return new VersionLock(readRetention(reader), readHold(reader));
    }

    private static Annotation other(BinaryReader reader) {
        return switch (reader.octet()) {
            case 1 -> new Retained(readRetention(reader));
            case 2 -> new Held(readHold(reader));
            case 3 -> new Granted(AclCodec.read(reader));
            default -> throw new FormatException("unknown kind of annotation");
        };
    }

    private static void write(BinaryWriter writer, Optional<Retention> retention) {
        if (retention.isEmpty()) {
            writer.octet(0);
            return;
        }
        Instant until = retention.get().until();
        writer.octet(codeOf(retention.get().mode()))
                .fixed64(until.getEpochSecond())
                .count(until.getNano());
    }

    private static Optional<Retention> readRetention(BinaryReader reader) {
        int code = reader.octet();
        return code == 0
                ? Optional.empty()
                : Optional.of(
                        new Retention(
                                modeOf(code),
                                Instant.ofEpochSecond(reader.fixed64(), reader.count())));
    }

    static int codeOf(RetentionMode mode) {
        return switch (mode) {
            case GOVERNANCE -> 1;
            case COMPLIANCE -> 2;
        };
    }

    static RetentionMode modeOf(int code) {
        return switch (code) {
            case 1 -> RetentionMode.GOVERNANCE;
            case 2 -> RetentionMode.COMPLIANCE;
            default -> throw new FormatException("no mode of retention has the code " + code);
        };
    }

    private static void write(BinaryWriter writer, LegalHold hold) {
        writer.octet(
                switch (hold) {
                    case UNSET -> 0;
                    case OFF -> 1;
                    case ON -> 2;
                });
    }

    private static LegalHold readHold(BinaryReader reader) {
        return switch (reader.octet()) {
            case 0 -> LegalHold.UNSET;
            case 1 -> LegalHold.OFF;
            case 2 -> LegalHold.ON;
            default -> throw new FormatException("unknown legal hold");
        };
    }
}
