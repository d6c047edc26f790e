package io.giza.replica;

import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;

import java.util.List;

/**
 * A storage account: a tenant and its policy (Giza, section 2.1).
 *
 * @param name 1 to 63 lower-case letters, digits and hyphens
 * @param metadataDcs the 3 to 11 logical data centers that agree on its metadata
 * @param dataDcs the logical data centers that may hold its fragments, at least one per fragment
 * @param coding the scheme of objects that are not inlined
 * @param stripeSize bytes of user data per stripe
 * @param inlineBelow objects smaller than this many bytes travel in their manifest; 0 for never
 * @param bucketShards how many shards the rows of a new bucket lie in, a power of two, 1 to 256
 * @param lateBinding how many fragments more than needed a read asks for at once, 0 for none
 */
public record Account(
        String name,
        List<DcName> metadataDcs,
        List<DcName> dataDcs,
        Coding coding,
        int stripeSize,
        int inlineBelow,
        int bucketShards,
        int lateBinding) {
    public Account {
        metadataDcs = List.copyOf(metadataDcs);
        dataDcs = List.copyOf(dataDcs);
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            throw new IllegalArgumentException(
                    "account name '" + name + "' must be lower-case letters, digits or hyphens");
        }
        if (metadataDcs.size() < 3
                || metadataDcs.size() > 11
                || metadataDcs.stream().distinct().count() != metadataDcs.size()) {
            throw new IllegalArgumentException(
                    "metadata-dcs of account " + name + " must be 3 to 11 different names");
        }
        if (dataDcs.stream().distinct().count() != dataDcs.size()
                || dataDcs.size() < coding.fragments()) {
            throw new IllegalArgumentException(
                    "data-dcs of account "
                            + name
                            + " must be at least "
                            + coding.fragments()
                            + " different names for "
                            + coding);
        }
        if (stripeSize < 1024 || stripeSize > 64 << 20) {
            throw new IllegalArgumentException("stripe-size must be 1 KiB to 64 MiB");
        }
        if (inlineBelow < 0 || inlineBelow > 16 << 10) {
            throw new IllegalArgumentException("inline-below must be 0 to 16 KiB");
        }
        if (!BucketId.isShardCount(bucketShards)) {
            throw new IllegalArgumentException(
                    "bucket-shards must be a power of two, 1 to "
                            + BucketId.MAX_SHARDS
                            + ", not "
                            + bucketShards);
        }
        if (lateBinding < 0 || lateBinding > coding.fragments() - coding.dataFragments()) {
            throw new IllegalArgumentException(
                    "late-binding must be 0 to "
                            + (coding.fragments() - coding.dataFragments())
                            + ", the parity of "
                            + coding
                            + ", not "
                            + lateBinding);
        }
    }

    /** An account whose reads ask for no more fragments than they need. */
    public Account(
            String name,
            List<DcName> metadataDcs,
            List<DcName> dataDcs,
            Coding coding,
            int stripeSize,
            int inlineBelow,
            int bucketShards) {
        this(name, metadataDcs, dataDcs, coding, stripeSize, inlineBelow, bucketShards, 0);
    }

    /** Returns this account with another {@link #lateBinding}. */
    public Account withLateBinding(int spares) {
        return new Account(
                name, metadataDcs, dataDcs, coding, stripeSize, inlineBelow, bucketShards, spares);
    }
}
