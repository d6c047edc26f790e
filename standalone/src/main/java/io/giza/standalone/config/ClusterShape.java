package io.giza.standalone.config;

import io.giza.model.Coding;
import io.giza.model.DcName;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What a data folder is created with and keeps for good: the objects in it are placed by it.
 *
 * @param dcs the number of logical data centers, 3 to 32, named dc1, dc2, ...
 * @param metadataDcs how many of them, from dc1 on, agree on metadata: 3 to 11
 * @param coding the scheme, such as {@code rs(2,1)} or {@code lrc(6,2,2)}, with at most one
 *     fragment per data center
 * @param stores where each data center keeps what it has
 * @throws RefusedException with the option and the fix
 */
public record ClusterShape(int dcs, int metadataDcs, String coding, Stores stores) {
    /** The shape of a cluster of which nothing else was asked. */
    public static final ClusterShape DEFAULT = new ClusterShape(3, 3, "rs(2,1)");

    /** Where a data center keeps its rows and its fragments. */
    public enum Stores {
        /** In RocksDB and in files of the folder. */
        EMBEDDED,
        /** In an emulator of Azure Storage of its own, which has its data in the folder. */
        AZURITE;

        /** Returns the name that options use. */
        public String option() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int MAX_DCS = 32;
    private static final int MAX_METADATA_DCS = 11;

    public ClusterShape {
        if (dcs < 3 || dcs > MAX_DCS) {
            throw new RefusedException(
                    "--dcs is " + dcs + ": a cluster has 3 to " + MAX_DCS + " data centers.");
        }
        if (metadataDcs < 3 || metadataDcs > Math.min(dcs, MAX_METADATA_DCS)) {
            throw new RefusedException(
                    "--metadata-dcs is "
                            + metadataDcs
                            + ": with --dcs "
                            + dcs
                            + " it can be 3 to "
                            + Math.min(dcs, MAX_METADATA_DCS)
                            + ".");
        }
        Coding scheme = scheme(coding);
        if (scheme.fragments() > dcs) {
            throw new RefusedException(
                    "--coding \""
                            + scheme
                            + "\" makes "
                            + scheme.fragments()
                            + " fragments and there are "
                            + dcs
                            + " data centers: use --dcs "
                            + scheme.fragments()
                            + " or a smaller coding.");
        }
        coding = scheme.toString();
        // A folder of before there was a choice does not say.
        stores = Objects.requireNonNullElse(stores, Stores.EMBEDDED);
    }

    /** A shape with embedded stores. */
    public ClusterShape(int dcs, int metadataDcs, String coding) {
        this(dcs, metadataDcs, coding, Stores.EMBEDDED);
    }

    /** Returns this shape with other stores. */
    public ClusterShape withStores(Stores other) {
        return new ClusterShape(dcs, metadataDcs, coding, other);
    }

    /** Returns the names of the data centers, in order. */
    public List<DcName> names() {
        return IntStream.rangeClosed(1, dcs).mapToObj(n -> new DcName("dc" + n)).toList();
    }

    /** Returns the options that ask for this shape. */
    @Override
    public String toString() {
        return "--dcs "
                + dcs
                + " --metadata-dcs "
                + metadataDcs
                + " --coding \""
                + coding
                + "\""
                + (stores == Stores.EMBEDDED ? "" : " --stores " + stores.option());
    }

    private static Coding scheme(String text) {
        try {
            return Coding.parse(text);
        } catch (IllegalArgumentException e) {
            throw new RefusedException("--coding: " + e.getMessage() + ".", e);
        }
    }
}
