package io.giza.record;

import io.giza.acl.AccessControlList;
import io.giza.lock.VersionLock;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Encryption;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Aborted;
import io.giza.model.UploadRecord.Completed;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.UploadRecord.Open;
import io.giza.model.Value;
import io.giza.model.VersionId;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Upload records as the bodies of PUT values in the rows of uploads, compact binary.
 *
 * <pre>
 * record     := upload state
 * upload     := headers user-metadata tags more checksum account time
 * more       := (3 lock)? (4 encryption)? (5 list)?
 * checksum   := 0 | 1 algorithm | 2 algorithm             none, composite, of the full object
 * state      := 1 | 2 completing | 3 completed | 4 time   open, ..., aborted
 * completing := value generation after absent etag
 * completed  := generation version put-id mode etag checksums time
 * time       := seconds nanos
 * </pre>
 *
 * where an etag of no characters is no condition. From format level 2 on there are {@code
 * encryption}, as in {@link EncryptionCodec}, and {@code list}, as in {@link AclCodec}.
 */
public final class UploadRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private static final int LOCKED = 3;
    private static final int ENCRYPTED = 4;
    private static final int GRANTED = 5;

    private UploadRecordCodec() {}

    /**
     * Returns a record as a value for the row of its upload.
     *
     * @param base the fence of the row that it is offered after
     */
    public static Value value(PutId id, long base, OpId op, UploadRecord record) {
        return new Value(FORMAT, id, base, op, new Command.Put(Mode.UNVERSIONED, encode(record)));
    }

    /** Encodes a record. */
    public static Bytes encode(UploadRecord record) {
        Upload upload = record.upload();
        BinaryWriter writer =
                new BinaryWriter()
                        .texts(upload.headers())
                        .texts(upload.userMetadata())
                        .texts(upload.tags());
        if (!upload.lock().equals(VersionLock.NONE)) {
            AnnotationCodec.write(writer.octet(LOCKED), upload.lock());
        }
        upload.encryption().ifPresent(each -> EncryptionCodec.write(writer.octet(ENCRYPTED), each));
        upload.acl().ifPresent(each -> AclCodec.write(writer.octet(GRANTED), each));
        write(writer, upload.checksum());
        write(writer.text(upload.account()), upload.initiated());
        switch (record.state()) {
            case Open _ -> writer.octet(1);
            case Completing completing ->
                    writer.octet(2)
                            .bytes(RowCodec.encode(completing.record()))
                            .count(completing.generation())
                            .count(completing.after())
                            .octet(completing.condition().absent() ? 1 : 0)
                            .text(completing.condition().etag().orElse(""));
            case Completed completed -> {
                writer.octet(3)
                        .count(completed.version().generation())
                        .count(completed.version().version())
                        .uuid(completed.version().putId().value())
                        .count(completed.mode().argument())
                        .text(completed.result().etag())
                        .texts(completed.result().checksums());
                write(writer, completed.at());
            }
            case Aborted(Instant at) -> write(writer.octet(4), at);
        }
        return writer.toBytes();
    }

    private static void write(BinaryWriter writer, Instant time) {
        writer.fixed64(time.getEpochSecond()).count(time.getNano());
    }

    private static Instant time(BinaryReader reader) {
        return Instant.ofEpochSecond(reader.fixed64(), reader.count());
    }

    private static void write(BinaryWriter writer, Optional<Checksum> checksum) {
        if (checksum.isEmpty()) {
            writer.octet(0);
            return;
        }
        int code =
                switch (checksum.get().type()) {
                    case COMPOSITE -> 1;
                    case FULL_OBJECT -> 2;
                };
        writer.octet(code).text(checksum.get().algorithm());
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     upload record
     */
    public static UploadRecord decode(Value value) {
        return BinaryReader.decode(
                "upload record",
                value,
                FORMAT,
                reader -> new UploadRecord(upload(reader), state(reader)));
    }

    private static Upload upload(BinaryReader reader) {
        Map<String, String> headers = reader.texts();
        Map<String, String> userMetadata = reader.texts();
        Map<String, String> tags = reader.texts();
        int kind = reader.octet();
        VersionLock lock = VersionLock.NONE;
        if (kind == LOCKED) {
            lock = AnnotationCodec.readLock(reader);
            kind = reader.octet();
        }
        Optional<Encryption> encryption = Optional.empty();
        if (kind == ENCRYPTED) {
            encryption = Optional.of(EncryptionCodec.read(reader));
            kind = reader.octet();
        }
        Optional<AccessControlList> acl = Optional.empty();
        if (kind == GRANTED) {
            acl = Optional.of(AclCodec.read(reader));
            kind = reader.octet();
        }
        return new Upload(
                headers,
                userMetadata,
                tags,
                checksum(reader, kind),
                reader.text(),
                time(reader),
                lock,
                encryption,
                acl);
    }

    private static Optional<Checksum> checksum(BinaryReader reader, int kind) {
        return switch (kind) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(new Checksum(reader.text(), Checksum.Type.COMPOSITE));
            case 2 -> Optional.of(new Checksum(reader.text(), Checksum.Type.FULL_OBJECT));
            default -> throw new FormatException("unknown kind of checksum");
        };
    }

    private static UploadRecord.State state(BinaryReader reader) {
        return switch (reader.octet()) {
            case 1 -> new Open();
            case 2 ->
                    new Completing(
                            RowCodec.decodeValue(reader.bytes()),
                            reader.count(),
                            reader.count(),
                            condition(reader.octet(), reader.text()));
            case 3 ->
                    new Completed(
                            new VersionId(reader.count(), reader.count(), new PutId(reader.uuid())),
                            Mode.ofArgument(Value.Kind.PUT, reader.count()),
                            new UploadRecord.Result(reader.text(), reader.texts()),
                            time(reader));
            case 4 -> new Aborted(time(reader));
            default -> throw new FormatException("unknown state of an upload");
        };
    }

    private static UploadRecord.Condition condition(int absent, String etag) {
        if (absent > 1) {
            throw new FormatException("a condition is neither there nor not");
        }
        return new UploadRecord.Condition(
                absent == 1, etag.isEmpty() ? Optional.empty() : Optional.of(etag));
    }
}
