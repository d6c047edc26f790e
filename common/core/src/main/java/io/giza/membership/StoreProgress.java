package io.giza.membership;

import io.giza.model.DcName;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a store has come, as others were told. A store that starts with less is an older copy of
 * itself, such as a snapshot: it has forgotten promises and votes that it gave.
 *
 * @param dc the data center
 * @param part which of its stores it is
 * @param joined the epoch in which the store took the place of a lost one, 0 for the first
 * @param life the life of the store
 * @param sequence grows with what it keeps durably, at least 0
 * @throws IllegalArgumentException if the life has another shape, or a number is below 0
 */
public record StoreProgress(
        DcName dc, Occupant.Part part, long joined, String life, long sequence) {
    /** As many data centers as anybody tells of at once. */
    static final int MOST = 1000;

    public StoreProgress {
        Occupant _ = new Occupant(dc, part, life);
        if (joined < 0 || sequence < 0) {
            throw new IllegalArgumentException(
                    "no such progress: joined " + joined + ", sequence " + sequence);
        }
    }

    /**
     * Returns the progress of a store as it keeps it itself, beside what it noted of others.
     *
     * @throws IllegalArgumentException if it has no identity
     */
    public static StoreProgress of(Membership membership, Occupant.Part part) {
        StoreIdentity identity = membership.identity();
        if (identity == null) {
            throw new IllegalArgumentException("a store without identity comes nowhere");
        }
        StoreProgress begun =
                new StoreProgress(identity.dc(), part, membership.joined(), identity.life(), 0);
        return membership.progress().stream()
                .filter(each -> each.withSequence(0).equals(begun))
                .findFirst()
                .orElse(begun);
    }

    /** Returns the same, come so far. */
    public StoreProgress withSequence(long later) {
        return new StoreProgress(dc, part, joined, life, later);
    }

    private boolean isOfPlace(StoreProgress other) {
        return dc.equals(other.dc) && part == other.part;
    }

    /** Returns those that are of other places. */
    public List<StoreProgress> others(List<StoreProgress> all) {
        return all.stream().filter(each -> !isOfPlace(each)).toList();
    }

    /**
     * Returns what is known after being told more. Of a place, the store that joined last is known;
     * of two that claim to have joined in the same epoch, the one that was told of first.
     */
    static List<StoreProgress> merged(List<StoreProgress> known, List<StoreProgress> reported) {
        List<StoreProgress> all = new ArrayList<>(known);
        for (StoreProgress each : reported) {
            int place = indexOf(all, each);
            if (place < 0 && all.size() < MOST) {
                all.add(each);
            } else if (place >= 0 && each.isLaterThan(all.get(place))) {
                all.set(place, each);
            }
        }
        return all;
    }

    private static int indexOf(List<StoreProgress> all, StoreProgress wanted) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isOfPlace(wanted)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isLaterThan(StoreProgress other) {
        return joined > other.joined
                || (joined == other.joined && life.equals(other.life) && sequence > other.sequence);
    }

    /**
     * Says why a store that has come this far must not serve, by what others noted of its place;
     * empty if nothing speaks against it.
     */
    public Optional<String> rollbackEvidence(List<StoreProgress> noted) {
        return noted.stream()
                .filter(this::isOfPlace)
                .map(this::contradictionBy)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Says why a store that waits for the order to join must not serve: its life joined before, so
     * it is a copy from before that; empty if nobody noted so.
     */
    public Optional<String> earlierJoinEvidence(List<StoreProgress> noted) {
        return noted.stream()
                .filter(each -> isOfPlace(each) && each.life.equals(life))
                .map(
                        each ->
                                "it waits for the order to join, and it had joined in epoch "
                                        + each.joined
                                        + " when the others last heard of it, so it is an older"
                                        + " copy of itself")
                .findFirst();
    }

    private String forgotten() {
        return switch (part) {
            case ROWS -> "votes that it gave";
            case FRAGMENTS -> "fragments that it confirmed";
        };
    }

    private Optional<String> contradictionBy(StoreProgress noted) {
        if (noted.joined > joined) {
            return Optional.of(
                    "the store of " + dc + " was replaced in epoch " + noted.joined + " since");
        }
        if (noted.joined < joined) {
            return Optional.empty();
        }
        if (!noted.life.equals(life)) {
            return Optional.of(
                    "it has life " + life + ", and the others know life " + noted.life + " there");
        }
        return noted.sequence <= sequence
                ? Optional.empty()
                : Optional.of(
                        "it has come to "
                                + sequence
                                + ", and it had come to "
                                + noted.sequence
                                + " when the others last heard of it, so it is an older copy of"
                                + " itself and has forgotten "
                                + forgotten());
    }
}
