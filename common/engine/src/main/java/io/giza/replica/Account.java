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
 * @param coding the scheme of objects that are not small
 * @param stripeSize bytes of user data per stripe
 * @param small what is done with small objects instead
 * @param bucketShards how many shards the rows of a new bucket lie in, a power of two, 1 to 256
 * @param lateBinding how many fragments more than needed a read asks for at once, 0 for none
 * @param redundancy how many fragments a put may do without
 */
public record Account(
        String name,
        List<DcName> metadataDcs,
        List<DcName> dataDcs,
        Coding coding,
        int stripeSize,
        SmallObjects small,
        int bucketShards,
        int lateBinding,
        Redundancy redundancy) {
    /** Objects of so many bytes never travel in their manifest. */
    public static final int MOST_INLINE = 16 << 10;

    /**
     * What is done with objects for which coding does not pay: a fragment of few bytes costs its
     * data center as many operations as a large one, and each read needs several.
     *
     * @param inlineBelow objects smaller than this many bytes travel in their manifest; 0 for never
     * @param replicatedBelow objects smaller than this many bytes, and not inlined, are kept whole
     *     in several data centers; 0 for never
     * @param replication the scheme of those, rs(1,m): each fragment is all of the object
     */
    public record SmallObjects(int inlineBelow, long replicatedBelow, Coding replication) {
        private static final Coding PAIR = new Coding.ReedSolomon(1, 1);

        public SmallObjects {
            if (inlineBelow < 0 || inlineBelow > MOST_INLINE) {
                throw new IllegalArgumentException("inline-below must be 0 to 16 KiB");
            }
            if (replicatedBelow < 0) {
                throw new IllegalArgumentException("small-objects.below must not be negative");
            }
            if (replicatedBelow > 0 && replicatedBelow <= inlineBelow) {
                throw new IllegalArgumentException(
                        "small-objects.below is "
                                + replicatedBelow
                                + " bytes and inline-below "
                                + inlineBelow
                                + ": no object is in between; make small-objects.below greater or"
                                + " leave small-objects out");
            }
            if (!(replication instanceof Coding.ReedSolomon(int data, int parity))
                    || data != 1
                    || parity < 1) {
                throw new IllegalArgumentException(
                        "small-objects.coding is "
                                + replication
                                + ": small objects are replicated, rs(1,m) with m at least 1");
            }
        }

        /** Inlines what is small, and replicates nothing. */
        public static SmallObjects inlined(int below) {
            return new SmallObjects(below, 0, PAIR);
        }

        /** Also replicates what is smaller than {@code below} bytes. */
        public SmallObjects replicating(long below, Coding scheme) {
            return new SmallObjects(inlineBelow, below, scheme);
        }
    }

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
        requirePlaces(name, dataDcs, coding);
        if (small.replicatedBelow() > 0) {
            requirePlaces(name, dataDcs, small.replication());
        }
        if (stripeSize < 1024 || stripeSize > 64 << 20) {
            throw new IllegalArgumentException("stripe-size must be 1 KiB to 64 MiB");
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

    /** An account whose reads and puts ask for no more fragments than they need. */
    public Account(
            String name,
            List<DcName> metadataDcs,
            List<DcName> dataDcs,
            Coding coding,
            int stripeSize,
            SmallObjects small,
            int bucketShards) {
        this(
                name,
                metadataDcs,
                dataDcs,
                coding,
                stripeSize,
                small,
                bucketShards,
                0,
                Redundancy.DEFAULT);
    }

    /** Returns this account with another {@link #lateBinding}. */
    public Account withLateBinding(int spares) {
        return with(spares, redundancy);
    }

    /** Returns this account, but no put of it succeeds with fewer than all fragments. */
    public Account withoutDegradedPuts() {
        return with(Redundancy.ALL);
    }

    /** Returns this account with another {@link #redundancy}. */
    public Account with(Redundancy other) {
        return with(lateBinding, other);
    }

    private Account with(int spares, Redundancy least) {
        return new Account(
                name, metadataDcs, dataDcs, coding, stripeSize, small, bucketShards, spares, least);
    }

    /** Tells whether an object of {@code size} bytes travels in its manifest. */
    public boolean inlines(long size) {
        return size < small.inlineBelow();
    }

    /** Returns the scheme of an object of {@code size} bytes that is not inlined. */
    public Coding codingOf(long size) {
        return size < small.replicatedBelow() ? small.replication() : coding;
    }

    private static void requirePlaces(String name, List<DcName> dcs, Coding coding) {
        if (dcs.stream().distinct().count() != dcs.size() || dcs.size() < coding.fragments()) {
            throw new IllegalArgumentException(
                    "data-dcs of account "
                            + name
                            + " must be at least "
                            + coding.fragments()
                            + " different names for "
                            + coding);
        }
    }
}
