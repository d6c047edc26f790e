package io.giza.stripe;

import io.giza.model.DcName;

import java.time.Duration;
import java.util.List;

/**
 * How fragments are read.
 *
 * @param nearestFirst data centers in the order of preference, home first; others come last
 * @param hedgeAfter how late a fragment may be before another one is asked too
 * @param patience how long one stripe is waited for altogether
 */
public record ReadSettings(List<DcName> nearestFirst, Duration hedgeAfter, Duration patience) {
    public ReadSettings {
        nearestFirst = List.copyOf(nearestFirst);
    }

    int rank(DcName dc) {
        int rank = nearestFirst.indexOf(dc);
        return rank < 0 ? nearestFirst.size() : rank;
    }
}
