package io.giza.version;

import io.giza.concurrent.Deadline;
import io.giza.erasure.ErasureCode;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.record.ManifestCodec;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.VersionFragments;

import java.util.List;

/**
 * Looks whether the data of a chosen put is there. A put is visible from the first instant at which
 * it is chosen, and all that it needs is stored or a record says that it is visible.
 */
public final class VisibilityProbe {
    private final VersionAccess access;
    private final FragmentProbe probe;

    public VisibilityProbe(VersionAccess access) {
        this.access = access;
        this.probe = new FragmentProbe(access.surroundings(), access.format());
    }

    /**
     * What a look told.
     *
     * @param isWhole whether all fragments were seen
     */
    public record ProbeResult(Visibility visibility, boolean isWhole) {}

    /**
     * Looks at the fragments of a put that has its own, and that no row calls visible, until they
     * tell or time is up.
     *
     * @param late whether its record is so old that its put must be over
     */
    public ProbeResult probe(ObjectKey key, Entry entry, boolean late, Deadline deadline) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        Manifest.Fragmented data = manifest.fragmented().orElseThrow();
        List<FragmentState> states =
                probe.probe(
                        VersionFragments.of(key, entry.value().id(), manifest, access.fragments()),
                        seen -> isConclusive(data, seen, late),
                        deadline);
        VersionRules rules = access.rules();
        return new ProbeResult(
                late ? rules.judgeLate(data, states) : rules.judgeVisibility(data, states),
                states.stream().allMatch(FragmentState.DATA::equals));
    }

    private boolean isConclusive(Manifest.Fragmented data, List<FragmentState> seen, boolean late) {
        return switch (access.rules().judgeVisibility(data, seen)) {
            case VISIBLE -> true;
            case INVISIBLE ->
                    !late
                            || access.rules().judge(ErasureCode.of(data.coding()), seen)
                                    != Visibility.UNCLEAR;
            // What is missing may only be late.
            case DECODABLE, UNCLEAR -> false;
        };
    }

    /** Looks whether what was known to be visible decodes, until fragments tell or time is up. */
    public Visibility probe(VersionFragments target, Deadline deadline) {
        ErasureCode code = ErasureCode.of(target.layout().coding());
        List<FragmentState> states =
                probe.probe(
                        target,
                        seen -> access.rules().judge(code, seen) != Visibility.UNCLEAR,
                        deadline);
        return access.rules().judge(code, states);
    }
}
