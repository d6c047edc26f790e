package io.giza.stripe;

import io.giza.erasure.ErasureCode;

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
     * When data is durable enough: all fragments while every data center is well; once one failed,
     * is suspected or is late, any set of fragments that decodes.
     *
     * @param degradedPuts whether fewer than all fragments may ever be enough
     * @param grace how long a late data center is waited for
     * @param stall how long anything is waited for when too little is stored
     */
    public record Policy(boolean degradedPuts, Duration grace, Duration stall) {
        Verdict judge(ErasureCode code, List<FragmentOutcome> outcomes, boolean graceElapsed) {
            Set<Integer> stored = indices(outcomes, Set.of(FragmentOutcome.STORED));
            Set<Integer> possible =
                    indices(outcomes, Set.of(FragmentOutcome.STORED, FragmentOutcome.PENDING));
            int all = code.coding().fragments();
            boolean degraded = graceElapsed || possible.size() < all;
            if (stored.size() == all || (degradedPuts && degraded && code.isDecodable(stored))) {
                return Verdict.ENOUGH;
            }
            boolean hopeless = degradedPuts ? !code.isDecodable(possible) : possible.size() < all;
            return hopeless ? Verdict.IMPOSSIBLE : Verdict.NOT_YET;
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
