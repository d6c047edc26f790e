package io.giza.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An erasure coding scheme: how an object's bytes become fragments. */
public sealed interface Coding {
    /** Returns the number of data fragments, k. */
    int dataFragments();

    /** Returns the number of all fragments, n. */
    int fragments();

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
        public String toString() {
            return "rs(" + dataFragments + "," + parityFragments + ")";
        }
    }

    /**
     * Parses {@code rs(k,m)}.
     *
     * @throws IllegalArgumentException if the text has another shape or the numbers are out of
     *     range
     */
    static Coding parse(String text) {
        Matcher matcher = Shapes.REED_SOLOMON.matcher(text.replace(" ", ""));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("coding '" + text + "' must read like rs(2,1)");
        }
        return new ReedSolomon(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** The textual shapes of the schemes. */
    final class Shapes {
        private static final Pattern REED_SOLOMON =
                Pattern.compile("rs\\((\\d{1,3}),(\\d{1,3})\\)");

        private Shapes() {}
    }
}
