package io.giza.stripe;

import io.giza.model.Coding;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the uploads of one put stand.
 *
 * @param outcomes one per fragment, in order
 * @param verdict whether the put may be acknowledged as far as its data is concerned
 */
public record UploadReport(List<FragmentOutcome> outcomes, Verdict verdict) {
    public UploadReport {
        outcomes = List.copyOf(outcomes);
    }

    /** What the outcomes mean for the put. */
    public enum Verdict {
        /** The data is durable enough for an acknowledgement. */
        ENOUGH,
        /** Not yet; waiting may help. */
        NOT_YET,
        /** Too few fragments can become stored; the put cannot succeed. */
        IMPOSSIBLE
    }

    /**
     * When data is durable enough: all fragments while every data center is well; once all others
     * failed, are suspected or are late, so many that any choice of as many decodes. Those that
     * happen to be stored may decode sooner where the code is not Reed-Solomon's; how much is lost
     * with the next data center must not depend on which it is.
     *
     * @param degradedPuts whether fewer than all fragments may ever be enough
     * @param grace how long a late data center is waited for
     * @param stall how long anything is waited for when too little is stored
     */
    public record Policy(boolean degradedPuts, Duration grace, Duration stall) {
        Verdict judge(Coding coding, List<FragmentOutcome> outcomes, boolean graceElapsed) {
            Set<Integer> stored = indices(outcomes, Set.of(FragmentOutcome.STORED));
            Set<Integer> possible =
                    indices(outcomes, Set.of(FragmentOutcome.STORED, FragmentOutcome.PENDING));
            int all = coding.fragments();
            int needed = degradedPuts ? least(coding) : all;
            if (stored.size() == all || (graceElapsed && stored.size() >= needed)) {
                return Verdict.ENOUGH;
            }
            return possible.size() < needed ? Verdict.IMPOSSIBLE : Verdict.NOT_YET;
        }

        /** Returns the least number of fragments of which any choice decodes. */
        static int least(Coding coding) {
            return coding.fragments() - coding.toleratedLosses();
        }
    }

    /** Returns the fragments that are stored. */
    public Set<Integer> stored() {
        return indices(outcomes, Set.of(FragmentOutcome.STORED));
    }

    /** Returns the fragments that are not known to be stored. */
    public Set<Integer> lacking() {
        Set<Integer> stored = stored();
        return IntStream.range(0, outcomes.size())
                .filter(i -> !stored.contains(i))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<Integer> indices(
            List<FragmentOutcome> outcomes, Set<FragmentOutcome> wanted) {
        return IntStream.range(0, outcomes.size())
                .filter(i -> wanted.contains(outcomes.get(i)))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }
}
