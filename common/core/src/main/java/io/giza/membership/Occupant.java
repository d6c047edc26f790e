package io.giza.membership;

import io.giza.model.DcName;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Which store took a place in an epoch. A table remembers the first that it was told of and no
 * other, so of two stores for one place at most one is remembered by a classic quorum.
 *
 * @param dc the place
 * @param part which of the two stores of the data center it is
 * @param life the life of the store, empty if it has no identity
 * @throws IllegalArgumentException if the life has another shape
 */
public record Occupant(DcName dc, Part part, String life) {
    /** The stores of a data center. */
    public enum Part {
        /** The table of rows. */
        ROWS,
        /** The store of fragments. */
        FRAGMENTS
    }

    /** More than there are places in any cluster. */
    static final int MOST = 1000;

    /** Stands for a store of which nobody remembers the life: no life is drawn like this. */
    private static final String FORGOTTEN = "forgotten";

    private static final Pattern LIFE = Pattern.compile("[A-Za-z0-9._-]{0,63}");

    public Occupant {
        if (!LIFE.matcher(life).matches()) {
            throw new IllegalArgumentException("no life of a store: it has another shape");
        }
    }

    boolean isOf(Occupant other) {
        return dc.equals(other.dc) && part == other.part;
    }

    /** Returns those of whom nobody remembers the lives: all whose places are of an epoch. */
    static List<Occupant> forgotten(String members, long epoch) {
        List<Occupant> all = new ArrayList<>();
        for (String each : members.split(";", -1)) {
            if (each.endsWith("@" + epoch) && all.size() < MOST - 1) {
                DcName dc = new DcName(each.substring(0, each.indexOf('@')));
                all.add(new Occupant(dc, Part.ROWS, FORGOTTEN));
                all.add(new Occupant(dc, Part.FRAGMENTS, FORGOTTEN));
            }
        }
        return all;
    }
}
