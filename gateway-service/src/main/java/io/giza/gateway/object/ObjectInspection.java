package io.giza.gateway.object;

import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.stripe.FragmentState;

import java.util.List;
import java.util.Optional;

/**
 * How one version of an object is kept, as it was found just now.
 *
 * @param id the version
 * @param entry its record in the log, and what a quorum knew of its data
 * @param manifest what the record says of the object
 * @param visibility whether it can be read, by its record and by its fragments
 * @param fragments the fragments in order; empty where the object travels in its manifest
 * @param rows what each metadata data center said, in the account's order
 */
public record ObjectInspection(
        VersionId id,
        Entry entry,
        Manifest manifest,
        Visibility visibility,
        List<FragmentFinding> fragments,
        List<RowFinding> rows) {
    public ObjectInspection {
        fragments = List.copyOf(fragments);
        rows = List.copyOf(rows);
    }

    /** How the bytes of an object are kept; chosen by its size and its account when it was put. */
    public enum Policy {
        /** In its manifest, in every metadata data center. */
        INLINE,
        /** Whole, in several data centers. */
        REPLICATED,
        /** Erasure-coded over several data centers. */
        CODED,
        /** As its parts are, each of them in a way of its own. */
        PARTS
    }

    /** Whether the version can be read. */
    public enum Visibility {
        /** It can. */
        VISIBLE,
        /** It is chosen, and its data may or may not be there yet. */
        UNRESOLVED,
        /** It is chosen, and so few of its fragments are there that nobody was shown it. */
        INVISIBLE
    }

    /**
     * A fragment.
     *
     * @param index its number, data fragments first
     * @param dc where it belongs
     * @param state what was found under its name
     */
    public record FragmentFinding(int index, DcName dc, FragmentState state) {}

    /**
     * The row at one data center.
     *
     * @param dc whose row
     * @param chosen the most versions that it knows to be chosen; empty if it did not answer
     * @param resolution what it knows of the version's data; empty if it does not know the version,
     *     or keeps it apart from its newest ones
     */
    public record RowFinding(DcName dc, Optional<Long> chosen, Optional<Resolution> resolution) {}

    /** Returns how the bytes are kept. */
    public Policy policy() {
        return switch (manifest.data()) {
            case Manifest.Inline _ -> Policy.INLINE;
            case Manifest.Parts _, Manifest.StoredParts _ -> Policy.PARTS;
            case Manifest.Fragmented data ->
                    data.coding().dataFragments() == 1 ? Policy.REPLICATED : Policy.CODED;
        };
    }
}
