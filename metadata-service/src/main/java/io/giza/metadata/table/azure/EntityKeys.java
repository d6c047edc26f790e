package io.giza.metadata.table.azure;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8;

import org.jspecify.annotations.Nullable;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Keys of entities.
 *
 * <pre>
 * what        PartitionKey        RowKey
 * row         bucket "-" shard    "r" name
 * segment     bucket "-" shard    "s" name "!" generation first-version, 16 hexadecimal digits each
 * membership  "membership"        "membership"
 *
 * name  := beginning ["!" hash]
 * </pre>
 *
 * <p>The shard has two hexadecimal digits, so partitions are in the order of {@link
 * ObjectKey#compareTo}, and rows of a partition in the order of their names. A name is encoded as
 * {@link NameEncoding} says. A key has at most 512 characters, so where the encoded name reaches
 * {@link #MAX_NAME_CHARACTERS} and there is more of it, it ends there, and the SHA-256 of the whole
 * name follows; the name itself is then a property. Names with the same beginning are a
 * <em>group</em>: they stand together, after their beginning and before all that comes after them,
 * but within the group in the order of their hashes. Every name ends at the first codeword that
 * reaches the limit, so that no name that is encoded whole lies within a group.
 */
final class EntityKeys {
    /** The longest encoded beginning of a name is this long, or shorter by one. */
    static final int MAX_NAME_CHARACTERS = 430;

    /** The longest key that the service takes. */
    static final int MAX_KEY_CHARACTERS = 512;

    /** Before the rows of a partition, and before all partitions of rows. */
    static final String ROWS = "r";

    /** After the rows of a partition. */
    static final String SEGMENTS = "s";

    /** After all partitions of rows: their keys begin with a hexadecimal digit. */
    static final String AFTER_BUCKETS = "g";

    static final EntityKey MEMBERSHIP = new EntityKey("membership", "membership");

    private EntityKeys() {}

    /** The key of an entity. */
    record EntityKey(String partition, String row) {}

    /**
     * The key of a name: its encoded beginning.
     *
     * @param encoded all of the name, or as much as there is room for
     * @param isTruncated whether there is more
     */
    record EncodedName(String encoded, boolean isTruncated) {
        /** Returns what all keys of such names begin with, after their first letter. */
        String keyPrefix() {
            return isTruncated ? encoded + NameEncoding.BELOW_ALL : encoded;
        }
    }

    static EntityKey of(ObjectKey key) {
        return new EntityKey(partition(key.bucket(), key.shard()), ROWS + nameInKey(key.name()));
    }

    static EntityKey of(SegmentKey key) {
        return new EntityKey(
                partition(key.row().bucket(), key.row().shard()),
                "%s%s%c%016x%016x"
                        .formatted(
                                SEGMENTS,
                                nameInKey(key.row().name()),
                                NameEncoding.BELOW_ALL,
                                key.generation(),
                                key.first()));
    }

    static String partition(BucketId bucket, int shard) {
        return "%s-%02x".formatted(bucket, shard);
    }

    /** Returns the bucket whose partition this is. */
    static BucketId bucketOf(String partition) {
        int dash = partition.lastIndexOf('-');
        return new BucketId(UUID.fromString(partition.substring(0, dash)));
    }

    /** Returns the beginning of a name, or of a beginning of names, which may be empty. */
    static EncodedName encodedName(String name) {
        byte[] utf8 = Utf8.bytes("name", name);
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < utf8.length; i++) {
            encoded.append(NameEncoding.codeword(utf8[i] & 0xff));
            if (encoded.length() >= MAX_NAME_CHARACTERS - 1) {
                return new EncodedName(encoded.toString(), i + 1 < utf8.length);
            }
        }
        return new EncodedName(encoded.toString(), false);
    }

    private static String nameInKey(String name) {
        EncodedName beginning = encodedName(name);
        return beginning.isTruncated() ? beginning.keyPrefix() + hash(name) : beginning.encoded();
    }

    /** Returns what the keys of a group have in common, or null if a row's key names it whole. */
    static @Nullable String groupOf(String rowKey) {
        int end = rowKey.indexOf(NameEncoding.BELOW_ALL);
        return end < 0 ? null : rowKey.substring(0, end + 1);
    }

    /** Returns the name that a row's key says, if it is not of a group. */
    static String nameOf(String rowKey) {
        return NameEncoding.decode(rowKey.substring(ROWS.length()));
    }

    /** Returns the SHA-256 of a name, six bits to a letter. */
    private static String hash(String name) {
        byte[] digest = sha256(Utf8.bytes("name", name));
        StringBuilder text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte octet : digest) {
            bits = (bits << 8) | (octet & 0xff);
            held += 8;
            while (held >= 6) {
                held -= 6;
                text.append(NameEncoding.LETTERS.charAt((bits >>> held) & 0x3f));
            }
        }
        return text.append(NameEncoding.LETTERS.charAt((bits << (6 - held)) & 0x3f)).toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
