package io.giza.model;

/**
 * The key of one row: an object of a bucket, an upload or a part of one, or a system object.
 *
 * @param bucket the bucket's identity
 * @param name the row's name, 1 to 1,100 bytes of UTF-8: an object's key has up to 1,024, and an
 *     upload's row a little more than its object's
 * @throws IllegalArgumentException if the name is empty, longer than 1,100 bytes, or no text
 */
public record ObjectKey(BucketId bucket, String name) implements Comparable<ObjectKey> {
    /** The longest name, in bytes of UTF-8. */
    public static final int MAX_NAME_BYTES = 1100;

    /** What the names of all records of access keys in the system key space begin with. */
    public static final String ACCESS_KEYS = "key/";

    /** What the names of all records of what operators did in the system key space begin with. */
    public static final String AUDIT = "audit/";

    /** What the names of all sums of buckets in the system key space begin with. */
    public static final String USAGE = "usage/";

    /** What the names of all quotas of buckets in the system key space begin with. */
    public static final String BUCKET_QUOTAS = "quota/bucket/";

    /** What the names of all quotas of accounts in the system key space begin with. */
    public static final String ACCOUNT_QUOTAS = "quota/account/";

    /** What the names of all records of events in the system key space begin with. */
    public static final String EVENTS = "event/";

    /** The prefix of the rows of hints. */
    public static final String HINTS = "hint/";

    public ObjectKey {
        int length = Utf8.bytes("key", name).length;
        if (length == 0 || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "key must be 1 to " + MAX_NAME_BYTES + " bytes of UTF-8, not " + length);
        }
    }

    /** Returns the key of the record of the bucket named {@code bucketName}. */
    public static ObjectKey ofBucketRecord(String bucketName) {
        return new ObjectKey(BucketId.SYSTEM, "bucket/" + bucketName);
    }

    /** Returns the key of a document that is kept with a bucket, such as its lifecycle. */
    public static ObjectKey ofConfiguration(BucketId bucket, String document) {
        return new ObjectKey(BucketId.SYSTEM, "config/" + bucket + "/" + document);
    }

    /** Returns the key of the record of an access key. */
    public static ObjectKey ofAccessKey(String accessKeyId) {
        return new ObjectKey(BucketId.SYSTEM, ACCESS_KEYS + accessKeyId);
    }

    /** Returns the key of the row of the topology. */
    public static ObjectKey ofTopology() {
        return new ObjectKey(BucketId.SYSTEM, "topology");
    }

    /** Returns the row of the keys that wrap the data keys of objects. */
    public static ObjectKey ofKeyRing() {
        return new ObjectKey(BucketId.SYSTEM, "encryption/keys");
    }

    /** Returns the key of the row of the level whose formats the cluster writes. */
    public static ObjectKey ofLevel() {
        return new ObjectKey(BucketId.SYSTEM, "format");
    }

    /** Returns the key of the record of something that an operator did. */
    public static ObjectKey ofAudit(String id) {
        return new ObjectKey(BucketId.SYSTEM, AUDIT + id);
    }

    /** Returns what the names of the sums of an account's buckets begin with. */
    public static String usageOf(String account) {
        return USAGE + account + "/";
    }

    /** Returns the key of the sum of a bucket of an account. */
    public static ObjectKey ofUsage(String account, String bucketName) {
        return new ObjectKey(BucketId.SYSTEM, usageOf(account) + bucketName);
    }

    /** Returns the key of the quota of the bucket named {@code bucketName}. */
    public static ObjectKey ofBucketQuota(String bucketName) {
        return new ObjectKey(BucketId.SYSTEM, BUCKET_QUOTAS + bucketName);
    }

    /** Returns the key of the quota of an account. */
    public static ObjectKey ofAccountQuota(String account) {
        return new ObjectKey(BucketId.SYSTEM, ACCOUNT_QUOTAS + account);
    }

    /** Returns the key of what an account refuses to make public, whatever its buckets say. */
    public static ObjectKey ofAccountBlock(String account) {
        return new ObjectKey(BucketId.SYSTEM, "account/" + account + "/public-access-block");
    }

    /**
     * Returns the key of a row of events for a webhook.
     *
     * @param dc the data center whose gateways write to it
     * @param lane which of their rows
     */
    public static ObjectKey ofEvents(String webhook, DcName dc, int lane) {
        return new ObjectKey(BucketId.SYSTEM, EVENTS + webhook + "/" + dc + "/" + lane);
    }

    /**
     * Returns the key of the hints of writes that a data center missed.
     *
     * @param space the key space of the writes
     */
    public static ObjectKey ofHints(DcName dc, BucketId space) {
        return new ObjectKey(BucketId.SYSTEM, HINTS + dc + "/" + space);
    }

    /** Returns the key of a row that is there only while a gateway is probed. */
    public static ObjectKey ofProbe(String id) {
        return new ObjectKey(BucketId.SYSTEM, "probe/" + id);
    }

    /**
     * Tells whether the values of this row are records of the system's own rather than manifests:
     * buckets, and uploads.
     */
    public boolean holdsRecords() {
        return bucket.equals(BucketId.SYSTEM) || UploadRows.isUpload(this);
    }

    /** Returns the shard of the bucket that holds this row, 0 to {@link BucketId#shards()} - 1. */
    public int shard() {
        int shards = bucket.shards();
        return shards == 1 ? 0 : Sharding.shard(Utf8.bytes("key", name), shards);
    }

    /**
     * Orders as every table keeps its rows: by bucket, then by shard, then by the UTF-8 bytes of
     * the name.
     */
    @Override
    public int compareTo(ObjectKey other) {
        int byBucket = bucket.compareTo(other.bucket);
        int byShard = byBucket != 0 ? byBucket : Integer.compare(shard(), other.shard());
        return byShard != 0 ? byShard : Utf8Order.compare(name, other.name);
    }

    @Override
    public String toString() {
        return bucket + "/" + name;
    }

    /**
     * Which shard of its bucket a name belongs to. This decides where rows are found, in every data
     * center and for ever: it never changes.
     *
     * <p>FNV-1a of 64 bits over the name's bytes, whose low bits alone would favour shards for
     * names that differ in one place, so it is mixed as MurmurHash3 ends (shift, multiply, twice);
     * the lowest bits are the shard.
     */
    private static final class Sharding {
        private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
        private static final long FNV_PRIME = 0x0000_0100_0000_01B3L;
        private static final long FIRST_FACTOR = 0xFF51_AFD7_ED55_8CCDL;
        private static final long SECOND_FACTOR = 0xC4CE_B9FE_1A85_EC53L;

        private Sharding() {}

        /**
         * Returns a number from 0 to {@code shards} - 1.
         *
         * @param name the name in UTF-8
         * @param shards a power of two
         */
        static int shard(byte[] name, int shards) {
            long hash = FNV_OFFSET;
            for (byte b : name) {
                hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
            }
            hash = (hash ^ (hash >>> 33)) * FIRST_FACTOR;
            hash = (hash ^ (hash >>> 33)) * SECOND_FACTOR;
            hash ^= hash >>> 33;
            return (int) (hash & (shards - 1));
        }
    }
}
