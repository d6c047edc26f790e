package io.giza.record;

import io.giza.model.Encryption;
import io.giza.model.Encryption.Kind;

/**
 * How objects are encrypted, compact binary, within manifests, uploads and buckets.
 *
 * <pre>
 * encryption := 1 kind key-id key-version wrapped-key context bucket-key
 * default    := 1 kind key-id bucket-key
 * kind       := 1 managed | 2 customer | 3 named
 * </pre>
 *
 * <p>The first number also stands for how bytes become segments: AES-256-GCM by {@link
 * io.giza.encryption.SegmentLayout}.
 */
final class EncryptionCodec {
    private static final int FORMAT = 1;

    private EncryptionCodec() {}

    static void write(BinaryWriter writer, Encryption encryption) {
        writer.octet(FORMAT)
                .octet(codeOf(encryption.kind()))
                .text(encryption.keyId())
                .text(encryption.keyVersion())
                .bytes(encryption.wrappedKey())
                .text(encryption.context())
                .flag(encryption.bucketKey());
    }

    static Encryption read(BinaryReader reader) {
        requireFormat(reader);
        return new Encryption(
                kindOf(reader.octet()),
                reader.text(),
                reader.text(),
                reader.bytes(),
                reader.text(),
                reader.flag());
    }

    static void write(BinaryWriter writer, Encryption.Default encryption) {
        writer.octet(FORMAT)
                .octet(codeOf(encryption.kind()))
                .text(encryption.keyId())
                .flag(encryption.bucketKey());
    }

    static Encryption.Default readDefault(BinaryReader reader) {
        requireFormat(reader);
        return new Encryption.Default(kindOf(reader.octet()), reader.text(), reader.flag());
    }

    private static void requireFormat(BinaryReader reader) {
        int format = reader.octet();
        if (format != FORMAT) {
            throw new FormatException(
                    "encryption of format " + format + ", this release reads format " + FORMAT);
        }
    }

    private static int codeOf(Kind kind) {
        return switch (kind) {
            case MANAGED -> 1;
            case CUSTOMER -> 2;
            case NAMED -> 3;
        };
    }

    private static Kind kindOf(int code) {
        return switch (code) {
            case 1 -> Kind.MANAGED;
            case 2 -> Kind.CUSTOMER;
            case 3 -> Kind.NAMED;
            default -> throw new FormatException("no encryption has the code " + code);
        };
    }
}
