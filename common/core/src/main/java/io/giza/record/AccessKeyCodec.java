package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.State;
import io.giza.record.AccessKeyRecord.Terms;

import java.time.Instant;

/**
 * Access keys as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := account state seconds nanos sealed-secret [role limits [policy expires-seconds]]
 * limits := requests received sent uploads
 * </pre>
 *
 * Keys of users without limits are of format 1, as earlier releases write and read them. Those with
 * a role or limits are of format 2, and those with a policy or an end of format 3. Who does not
 * know a format refuses it: there they are no keys.
 */
public final class AccessKeyCodec {
    private static final int USER_FORMAT = 1;
    private static final int ROLE_FORMAT = 2;
    private static final int TERMS_FORMAT = 3;

    private AccessKeyCodec() {}

    /** Returns the format that a record is encoded in, which its value carries. */
    public static int formatOf(AccessKeyRecord record) {
        if (!record.terms().isNone()) {
            return TERMS_FORMAT;
        }
        return record.role() == Role.USER && record.limits().isNone() ? USER_FORMAT : ROLE_FORMAT;
    }

    /** Encodes a record. */
    public static Bytes encode(AccessKeyRecord record) {
        BinaryWriter writer =
                new BinaryWriter()
                        .text(record.account())
                        .octet(codeOf(record.state()))
                        .fixed64(record.created().getEpochSecond())
                        .count(record.created().getNano())
                        .bytes(record.sealedSecret());
        int format = formatOf(record);
        if (format >= ROLE_FORMAT) {
            KeyLimits limits = record.limits();
            writer.octet(codeOf(record.role()))
                    .count(limits.requests())
                    .count(limits.received())
                    .count(limits.sent())
                    .count(limits.uploads());
        }
        if (format >= TERMS_FORMAT) {
            Terms terms = record.terms();
            writer.text(terms.policy()).fixed64(terms.expires().getEpochSecond());
        }
        return writer.toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     access key
     */
    public static AccessKeyRecord decode(Value value) {
        return BinaryReader.decode(
                "access key",
                value,
                Math.clamp(value.format(), USER_FORMAT, TERMS_FORMAT),
                reader -> {
                    String account = reader.text();
                    State state = stateOf(reader.octet());
                    Instant created = Instant.ofEpochSecond(reader.fixed64(), reader.count());
                    Bytes sealedSecret = reader.bytes();
                    boolean isLong = value.format() >= ROLE_FORMAT;
                    Role role = isLong ? roleOf(reader.octet()) : Role.USER;
                    KeyLimits limits = isLong ? limits(reader) : KeyLimits.NONE;
                    Terms terms = value.format() >= TERMS_FORMAT ? terms(reader) : Terms.NONE;
                    return new AccessKeyRecord(
                            account, role, limits, terms, state, created, sealedSecret);
                });
    }

    private static KeyLimits limits(BinaryReader reader) {
        return new KeyLimits(reader.count(), reader.count(), reader.count(), reader.count());
    }

    private static Terms terms(BinaryReader reader) {
        return new Terms(reader.text(), Instant.ofEpochSecond(reader.fixed64()));
    }

    private static int codeOf(Role role) {
        return switch (role) {
            case USER -> 0;
            case AUDITOR -> 1;
            case OPERATOR -> 2;
        };
    }

    private static Role roleOf(int code) {
        return switch (code) {
            case 0 -> Role.USER;
            case 1 -> Role.AUDITOR;
            case 2 -> Role.OPERATOR;
            default -> throw new FormatException("no role of an access key has the code " + code);
        };
    }

    private static int codeOf(State state) {
        return switch (state) {
            case ACTIVE -> 1;
            case DISABLED -> 2;
        };
    }

    private static State stateOf(int code) {
        return switch (code) {
            case 1 -> State.ACTIVE;
            case 2 -> State.DISABLED;
            default -> throw new FormatException("no state of an access key has the code " + code);
        };
    }
}
