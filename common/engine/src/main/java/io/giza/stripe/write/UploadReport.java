package io.giza.stripe.write;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Promptness;
import io.giza.replica.Redundancy;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the uploads of one put stand.
 *
 * @param outcomes one per fragment, in order
 * @param verdict whether the put may be acknowledged as far as its data is concerned
 * @param storedAt when the last of the stored fragments was durable, by the clocks of the stores
 *     that told
 */
public record UploadReport(
        List<FragmentOutcome> outcomes, Verdict verdict, Optional<Instant> storedAt) {
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
     * A data center that stores fragments far later than all others.
     *
     * @param isLeftOut whether nothing is sent to it
     */
    public record Slow(DcName dc, boolean isLeftOut) {}

    /**
     * When data is durable enough: all fragments while every data center is well. Who is merely
     * late or busy is done without if the object bears losses all the same, who failed or stood
     * still if it decodes, or what else the account asks for. Any choice of as many fragments
     * decodes; those that happen to be stored may do so sooner where the code is not
     * Reed-Solomon's, but how much is lost with the next data center must not depend on which it
     * is.
     *
     * @param redundancy how much may be lacking
     * @param away tells of data centers that failed and did not answer since; they are not waited
     *     for
     * @param stalled hears of each data center at which an upload stands still, whatever becomes of
     *     its put
     * @param grace how long a late data center is waited for where the others bear losses
     * @param stall how long anything is waited for; who stands still for longer is away
     * @param promptness hears how soon each data center stores its fragment, and tells which of
     *     them are slow
     * @param slow the slow data center that the put may do without, once all others have stored
     */
    public record Policy(
            Redundancy redundancy,
            Predicate<DcName> away,
            Consumer<DcName> stalled,
            Duration grace,
            Duration stall,
            Promptness promptness,
            Optional<Slow> slow) {
        private static final int POLLS_PER_GRACE = 4;

        /** Nobody is known to be away. */
        public Policy(Redundancy redundancy, Duration grace, Duration stall) {
            this(redundancy, _ -> false, _ -> {}, grace, stall);
        }

        /** Ignores how soon fragments are stored. */
        public Policy(
                Redundancy redundancy,
                Predicate<DcName> away,
                Consumer<DcName> stalled,
                Duration grace,
                Duration stall) {
            this(redundancy, away, stalled, grace, stall, Promptness.IGNORED, Optional.empty());
        }

        /**
         * Returns for how long to wait before looking again who is away, twice as long as before.
         */
        Duration nextPollInterval(Duration before) {
            Duration shortest = grace.dividedBy(POLLS_PER_GRACE);
            Duration longest =
                    Collections.max(
                            List.of(grace, stall.dividedBy(POLLS_PER_GRACE * POLLS_PER_GRACE)));
            Duration next = Collections.max(List.of(before.multipliedBy(2), shortest));
            return Collections.min(List.of(next, longest));
        }

        /**
         * Judges.
         *
         * @param outcomes BUSY for those alone whose data centers are not away
         * @param late whether those that are pending are late
         * @param othersAway whether all that are pending are away
         */
        Verdict judge(
                Coding coding, List<FragmentOutcome> outcomes, boolean late, boolean othersAway) {
            int stored = indices(outcomes, Set.of(FragmentOutcome.STORED)).size();
            int possible =
                    indices(outcomes, Set.of(FragmentOutcome.STORED, FragmentOutcome.PENDING))
                            .size();
            boolean busy = outcomes.contains(FragmentOutcome.BUSY);
            int whileLate = redundancy.enoughWhileLate(coding);
            int atLeast = busy ? whileLate : redundancy.enoughWhileAway(coding);
            boolean isWaitOver = late || stored == possible;
            if (stored == coding.fragments()
                    || (othersAway && stored >= atLeast)
                    || (isWaitOver && stored >= whileLate)) {
                return Verdict.ENOUGH;
            }
            return possible < atLeast ? Verdict.IMPOSSIBLE : Verdict.NOT_YET;
        }
    }

    /** Returns the fragments that are stored, in their order. */
    public Set<Integer> stored() {
        return indices(outcomes, Set.of(FragmentOutcome.STORED));
    }

    /** Returns the fragments that are not known to be stored, in their order. */
    public Set<Integer> lacking() {
        return indices(outcomes, EnumSet.complementOf(EnumSet.of(FragmentOutcome.STORED)));
    }

    private static Set<Integer> indices(
            List<FragmentOutcome> outcomes, Set<FragmentOutcome> wanted) {
        // A set that goes by a random order, as that of toUnmodifiableSet, would make two runs of
        // a seed differ.
        return IntStream.range(0, outcomes.size())
                .filter(i -> wanted.contains(outcomes.get(i)))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
