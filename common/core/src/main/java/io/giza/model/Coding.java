package io.giza.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** An erasure coding scheme: how an object's bytes become fragments. */
public sealed interface Coding {
    /** Returns the number of data fragments, k. */
    int dataFragments();

    /** Returns the number of all fragments, n. */
    int fragments();

    /**
     * Returns the greatest number of fragments of which any choice may be lost; all but so many of
     * them always decode.
     */
    int toleratedLosses();

    /**
     * Returns the fragments of each local group, its parity last: any of them follows from the
     * others of its group. Empty if the scheme has no such groups.
     */
    List<List<Integer>> localGroups();

    /**
     * Reed-Solomon rs(k,m): any k of the k + m fragments decode.
     *
     * @param dataFragments k, at least 1
     * @param parityFragments m, at least 0; k + m at most 255
     */
    record ReedSolomon(int dataFragments, int parityFragments) implements Coding {
        public ReedSolomon {
            if (dataFragments < 1 || parityFragments < 0 || dataFragments + parityFragments > 255) {
                throw new IllegalArgumentException(
                        "rs(k,m) needs k >= 1, m >= 0 and k + m <= 255, not rs("
                                + dataFragments
                                + ","
                                + parityFragments
                                + ")");
            }
        }

        @Override
        public int fragments() {
            return dataFragments + parityFragments;
        }

        @Override
        public int toleratedLosses() {
            return parityFragments;
        }

        @Override
        public List<List<Integer>> localGroups() {
            return List.of();
        }

        @Override
        public String toString() {
            return "rs(" + dataFragments + "," + parityFragments + ")";
        }
    }

    /**
     * Local reconstruction lrc(k,l,r) (Huang et al., "Erasure Coding in Windows Azure Storage",
     * 2012): l groups of k/l data fragments with a parity each, and r parities over all data. The
     * fragments are numbered data first, group after group, then the local parities, then the
     * global ones.
     *
     * <p>Only parameters are taken for which the code is maximally recoverable and every loss of
     * fragments has been tried: it then decodes whatever any code of this shape could.
     *
     * @param dataFragments k, a multiple of l, at least 2 l
     * @param groups l, at least 2
     * @param globalParities r, 1 or 2; k + l + r at most {@link #MOST_FRAGMENTS}
     */
    record LocalReconstruction(int dataFragments, int groups, int globalParities)
            implements Coding {
        /** As many as the paper considers, and as can be tried in every combination. */
        public static final int MOST_FRAGMENTS = 20;

        public LocalReconstruction {
            String scheme = text(dataFragments, groups, globalParities);
            if (groups < 2) {
                throw refused(
                        scheme,
                        "with fewer than two groups it is a Reed-Solomon code, written rs(k,m)");
            }
            if (dataFragments < 2 * groups || dataFragments % groups != 0) {
                throw refused(
                        scheme, "its data fragments must form groups of two or more, all equal");
            }
            if (globalParities < 1 || globalParities > 2) {
                throw refused(
                        scheme,
                        "coefficients that make it maximally recoverable are known here for one or"
                                + " two global parities");
            }
            if (dataFragments + groups + globalParities > MOST_FRAGMENTS) {
                throw refused(
                        scheme,
                        "of more than "
                                + MOST_FRAGMENTS
                                + " fragments not every loss has been tried");
            }
        }

        /** Returns the number of data fragments of each group, k/l. */
        public int groupSize() {
            return dataFragments / groups;
        }

        @Override
        public int fragments() {
            return dataFragments + groups + globalParities;
        }

        @Override
        public int toleratedLosses() {
            return globalParities + 1;
        }

        @Override
        public List<List<Integer>> localGroups() {
            return IntStream.range(0, groups).mapToObj(this::members).toList();
        }

        @Override
        public String toString() {
            return text(dataFragments, groups, globalParities);
        }

        private List<Integer> members(int group) {
            IntStream data = IntStream.range(group * groupSize(), (group + 1) * groupSize());
            return IntStream.concat(data, IntStream.of(dataFragments + group)).boxed().toList();
        }

        private static String text(int k, int l, int r) {
            return "lrc(" + k + "," + l + "," + r + ")";
        }

        private static IllegalArgumentException refused(String scheme, String reason) {
            return new IllegalArgumentException(
                    scheme
                            + " is not supported: "
                            + reason
                            + ". lrc(k,l,r) works with two or more groups (l) of two or more data"
                            + " fragments (k/l), one or two global parities (r) and k + l + r <= "
                            + MOST_FRAGMENTS
                            + ", such as lrc(4,2,1), lrc(6,2,2), lrc(12,2,2) or lrc(12,4,2)");
        }
    }

    /**
     * Parses {@code rs(k,m)} or {@code lrc(k,l,r)}.
     *
     * @throws IllegalArgumentException if the text has another shape or the numbers are out of
     *     range
     */
    static Coding parse(String text) {
        String dense = text.replace(" ", "");
        Matcher rs = Shapes.REED_SOLOMON.matcher(dense);
        if (rs.matches()) {
            return new ReedSolomon(number(rs, 1), number(rs, 2));
        }
        Matcher lrc = Shapes.LOCAL_RECONSTRUCTION.matcher(dense);
        if (lrc.matches()) {
            return new LocalReconstruction(number(lrc, 1), number(lrc, 2), number(lrc, 3));
        }
        throw new IllegalArgumentException(
                "coding '" + text + "' must read like rs(2,1) or lrc(6,2,2)");
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    /** The textual shapes of the schemes. */
    final class Shapes {
        private static final Pattern REED_SOLOMON =
                Pattern.compile("rs\\((\\d{1,3}),(\\d{1,3})\\)");
        private static final Pattern LOCAL_RECONSTRUCTION =
                Pattern.compile("lrc\\((\\d{1,3}),(\\d{1,3}),(\\d{1,3})\\)");

        private Shapes() {}
    }
}
