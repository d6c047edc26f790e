package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.record.FormatException;
import io.giza.record.RowCodec;

import org.jspecify.annotations.Nullable;

import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** The JSON shapes of messages; what a type does not use is absent. */
final class MessageJson {
    private MessageJson() {}

    record KeyJson(UUID bucket, String name) {
        static KeyJson of(ObjectKey key) {
            return new KeyJson(key.bucket().value(), key.name());
        }

        ObjectKey toKey() {
            return new ObjectKey(new BucketId(required("bucket", bucket)), required("name", name));
        }
    }

    record BallotJson(long epoch, int round, UUID owner, long attempt) {
        static BallotJson of(Ballot ballot) {
            return new BallotJson(ballot.epoch(), ballot.round(), ballot.owner(), ballot.attempt());
        }

        Ballot toBallot() {
            return new Ballot(epoch, round, required("owner", owner), attempt);
        }
    }

    record Message(
            int format,
            KeyJson key,
            @Nullable KeyJson witness,
            String type,
            long epoch,
            BodyJson body) {}

    /** What some types of request have and others do not. */
    record BodyJson(
            long generation,
            long version,
            @Nullable BallotJson ballot,
            @Nullable String value,
            @Nullable List<String> tail) {
        static BodyJson ofVersion(long version) {
            return new BodyJson(0, version, null, null, null);
        }
    }

    record Answer(int format, String type, String row, long version, @Nullable String witness) {}

    record ScanJson(
            int format,
            long epoch,
            UUID bucket,
            String prefix,
            String after,
            boolean inclusive,
            int limit,
            @Nullable Boolean halfVoted) {}

    record RangeJson(int format, KeyJson key, long from, long to, String kept) {}

    record HistoryJson(int format, long generation, List<String> entries) {}

    record Page(int format, List<NamedRowJson> rows, boolean more) {}

    record NamedRowJson(String name, String row) {}

    /** Returns a field that JSON may lack whatever its type says. */
    static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw new FormatException("field '" + field + "' is missing");
        }
        return value;
    }

    static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    static Bytes bytes(@Nullable String base64) {
        if (base64 == null) {
            throw new FormatException("a field is missing that the message's type needs");
        }
        try {
            return Bytes.copyOf(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw new FormatException("a field is not base64", e);
        }
    }

    static List<String> tail(List<Entry> entries) {
        return entries.stream().map(RowCodec::encode).map(MessageJson::base64).toList();
    }

    static List<Entry> entries(@Nullable List<String> tail) {
        return tail == null
                ? List.of()
                : tail.stream().map(MessageJson::bytes).map(RowCodec::decodeEntry).toList();
    }
}
