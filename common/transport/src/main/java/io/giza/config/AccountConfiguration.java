package io.giza.config;

import static io.giza.config.Keys.require;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Redundancy;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/**
 * The policy of one account, under {@code giza.accounts.NAME}.
 *
 * @param metadataDcs the 3 to 11 data centers that agree on its metadata
 * @param dataDcs the data centers that hold its fragments, at least one per fragment
 * @param coding the scheme, such as {@code rs(2,1)}
 * @param stripeSize bytes of user data per stripe; 4 MiB when left out
 * @param inlineBelow objects smaller than this travel in their manifest; 8 KiB when left out, 0 B
 *     for never
 * @param smallObjects which larger ones are replicated instead of coded; none when left out
 * @param bucketShards how many shards the rows of a new bucket lie in; 16 when left out
 * @param lateBinding how many fragments more than needed a read asks for at once; 0 when left out
 * @param degradedPuts whether a put may succeed with fewer than all fragments; allowed when left
 *     out
 * @param leastRedundancy how many further losses an object has to bear when its put is acknowledged
 *     while somebody is late, or away where {@code degradedPuts} says so; 1 when left out, or 0 if
 *     the coding bears none
 */
public record AccountConfiguration(
        List<DcName> metadataDcs,
        List<DcName> dataDcs,
        String coding,
        @Nullable ByteSize stripeSize,
        @Nullable ByteSize inlineBelow,
        @Nullable SmallObjects smallObjects,
        @Nullable Integer bucketShards,
        @Nullable Integer lateBinding,
        @Nullable DegradedPuts degradedPuts,
        @Nullable Integer leastRedundancy) {
    private static final ByteSize DEFAULT_STRIPE_SIZE = new ByteSize(4 << 20);
    private static final ByteSize DEFAULT_INLINE_BELOW = new ByteSize(8 << 10);
    private static final int DEFAULT_BUCKET_SHARDS = 16;

    /** What becomes of a put while not all of its fragments can be stored. */
    public enum DegradedPuts {
        /** It succeeds once so many are durable that any choice of as many decodes. */
        ALLOW,
        /** It succeeds once so many are durable that the object bears further losses. */
        LEAST_REDUNDANCY,
        /** It fails. */
        REFUSE
    }

    /**
     * Which objects are replicated instead of coded, under {@code small-objects}.
     *
     * @param below objects smaller than this, and not inlined
     * @param coding how, {@code rs(1,m)}: m + 1 data centers have all of the object
     */
    public record SmallObjects(@Nullable ByteSize below, @Nullable String coding) {}

    /** Leaves missing keys to {@link #toAccount}, which knows the account's name and so the key. */
    public AccountConfiguration {
        metadataDcs = metadataDcs == null ? List.of() : List.copyOf(metadataDcs);
        dataDcs = dataDcs == null ? List.of() : List.copyOf(dataDcs);
        stripeSize = stripeSize == null ? DEFAULT_STRIPE_SIZE : stripeSize;
        inlineBelow = inlineBelow == null ? DEFAULT_INLINE_BELOW : inlineBelow;
        bucketShards = bucketShards == null ? DEFAULT_BUCKET_SHARDS : bucketShards;
        lateBinding = lateBinding == null ? 0 : lateBinding;
        degradedPuts = degradedPuts == null ? DegradedPuts.ALLOW : degradedPuts;
    }

    /**
     * Returns the account.
     *
     * @param name the last part of its key
     * @param known the data centers of the topology
     * @throws IllegalArgumentException with the key and the fix
     */
    Account toAccount(String name, Set<DcName> known) {
        String key = "giza.accounts." + name;
        refuseUnknown(key + ".metadata-dcs", metadataDcs, known);
        refuseUnknown(key + ".data-dcs", dataDcs, known);
        Coding scheme = scheme(key + ".coding", coding);
        if (metadataDcs.size() < 3 || metadataDcs.size() > 11) {
            throw new IllegalArgumentException(
                    key
                            + ".metadata-dcs has "
                            + metadataDcs.size()
                            + " names: list 3 to 11 data centers that agree on the metadata");
        }
        requirePlaces(key, key + ".coding", scheme);
        try {
            return new Account(
                    name,
                    metadataDcs,
                    dataDcs,
                    scheme,
                    require(key + ".stripe-size", stripeSize, "4MiB").toInt(),
                    small(key),
                    require(key + ".bucket-shards", bucketShards, "16"),
                    require(key + ".late-binding", lateBinding, "0"),
                    redundancy(key, scheme));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    private Redundancy redundancy(String key, Coding scheme) {
        // A coding without parity bears no losses, which is no mistake of who says nothing of them.
        int least =
                leastRedundancy == null ? Math.min(1, scheme.toleratedLosses()) : leastRedundancy;
        if (least < 0 || least > scheme.toleratedLosses()) {
            throw new IllegalArgumentException(
                    "least-redundancy must be 0 to "
                            + scheme.toleratedLosses()
                            + ", the losses that "
                            + scheme
                            + " bears, not "
                            + least);
        }
        return switch (require(key + ".degraded-puts", degradedPuts, "allow")) {
            case ALLOW -> new Redundancy(least, 0);
            case LEAST_REDUNDANCY -> new Redundancy(least, least);
            case REFUSE -> Redundancy.ALL;
        };
    }

    private Account.SmallObjects small(String key) {
        Account.SmallObjects inlined =
                Account.SmallObjects.inlined(
                        require(key + ".inline-below", inlineBelow, "8KiB").toInt());
        SmallObjects replicated = smallObjects;
        if (replicated == null) {
            return inlined;
        }
        String at = key + ".small-objects";
        ByteSize below = require(at + ".below", replicated.below(), "a size such as 4MiB");
        Coding scheme = scheme(at + ".coding", replicated.coding());
        requirePlaces(key, at + ".coding", scheme);
        return inlined.replicating(below.bytes(), scheme);
    }

    private static Coding scheme(String key, @Nullable String coding) {
        String text = require(key, coding, "a scheme such as rs(2,1)");
        try {
            return Coding.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    private void requirePlaces(String key, String codingKey, Coding scheme) {
        if (dataDcs.size() < scheme.fragments()) {
            throw new IllegalArgumentException(
                    key
                            + ".data-dcs has "
                            + dataDcs.size()
                            + " names and "
                            + codingKey
                            + " "
                            + scheme
                            + " makes "
                            + scheme.fragments()
                            + " fragments: list a data center per fragment or choose a smaller"
                            + " coding");
        }
    }

    private static void refuseUnknown(String key, List<DcName> names, Set<DcName> known) {
        for (DcName name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        key
                                + " names "
                                + name
                                + ", which giza.topology.data-centers does not list: add it there"
                                + " or take it out here");
            }
        }
        if (Set.copyOf(names).size() != names.size()) {
            throw new IllegalArgumentException(key + " lists a data center twice: list each once");
        }
    }
}
