package io.giza.stripe.write;

import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.stripe.write.UploadReport.Verdict;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How far the uploads of one put have come, and what that means for it. Used by the put's task
 * alone.
 */
final class UploadProgress {
    private final UploadReport.Policy policy;
    private final UploadStreams streams;
    private final Coding coding;
    private final ErasureCode code;
    private final long stripes;
    private final FragmentOutcome[] outcomes;
    private final long[] sent;
    private final Set<Integer> stalled = new HashSet<>();
    private Optional<Instant> storedAt = Optional.empty();

    /**
     * Begins with nothing sent.
     *
     * @param stripes the number of stripes of the object
     */
    UploadProgress(
            UploadReport.Policy policy, UploadStreams streams, ErasureCode code, long stripes) {
        this.stripes = stripes;
        this.policy = policy;
        this.streams = streams;
        this.code = code;
        coding = code.coding();
        outcomes = new FragmentOutcome[coding.fragments()];
        Arrays.fill(outcomes, FragmentOutcome.PENDING);
        sent = new long[coding.fragments()];
    }

    boolean isPending(int index) {
        return outcomes[index] == FragmentOutcome.PENDING;
    }

    List<Integer> pending() {
        return indices(this::isPending);
    }

    List<Integer> stored() {
        return indices(i -> outcomes[i] == FragmentOutcome.STORED);
    }

    /** Returns those that have not sent as many stripes. */
    List<Integer> behind(long stripes) {
        return indices(i -> isPending(i) && sent[i] < stripes);
    }

    /** Returns those that will be stored as far as is known; all, if those would not decode. */
    List<Integer> expected() {
        Set<Integer> expected =
                all().filter(i -> isExpected(outcomes[i]) && !isAway(i) && !isSlow(i))
                        .collect(Collectors.toSet());
        return indices(i -> expected.contains(i) || !code.isDecodable(expected));
    }

    private static boolean isExpected(FragmentOutcome outcome) {
        return switch (outcome) {
            case PENDING, STORED -> true;
            case MISSING, BUSY, REFUSED, UNKNOWN -> false;
        };
    }

    /** One more stripe is sent. */
    void sent(int index) {
        sent[index]++;
    }

    /** Nothing is sent any more: it begins again. */
    void restart(int index) {
        sent[index] = 0;
    }

    void setOutcome(int index, FragmentOutcome outcome) {
        outcomes[index] = outcome;
    }

    /**
     * Sets the outcome of an upload.
     *
     * @param at the store's clock once the fragment was durable, if it told
     */
    void setOutcome(int index, FragmentOutcome outcome, Optional<Instant> at) {
        outcomes[index] = outcome;
        if (outcome == FragmentOutcome.STORED) {
            storedAt = Stream.concat(storedAt.stream(), at.stream()).max(Comparator.naturalOrder());
        }
    }

    /** Others need not wait to find that out, whether this put comes to its end or not. */
    void markStalled(List<Integer> behind) {
        for (int i : behind) {
            if (stalled.add(i)) {
                policy.stalled().accept(streams.store(i).dc());
            }
        }
    }

    /** Tells whether none of these is to be waited for. */
    boolean areAway(List<Integer> behind) {
        return behind.stream().allMatch(this::isAway);
    }

    private boolean isSlow(int index) {
        DcName dc = streams.store(index).dc();
        return policy.slow().map(UploadReport.Slow::dc).filter(dc::equals).isPresent()
                && policy.promptness().isSlow(dc);
    }

    private boolean isLeftOut(int index) {
        return isSlow(index) && policy.slow().map(UploadReport.Slow::isLeftOut).orElse(false);
    }

    /** Whether only the slow fragment is not stored, and its bytes have left the memory. */
    private boolean lacksTheSlowOneAlone() {
        return stored().size() == coding.fragments() - 1
                && all().filter(i -> outcomes[i] != FragmentOutcome.STORED)
                        .allMatch(i -> isSlow(i) && (!isPending(i) || sent[i] >= stripes));
    }

    /** Whether the slow fragment was left out, and all others are stored or pending. */
    private boolean mayLackTheLeftOutAlone() {
        return all().anyMatch(this::isLeftOut)
                && all().allMatch(i -> isLeftOut(i) || isStoredOrAwaited(i));
    }

    private boolean isStoredOrAwaited(int index) {
        return outcomes[index] == FragmentOutcome.STORED || (isPending(index) && !isAway(index));
    }

    private boolean isAway(int index) {
        return stalled.contains(index) || policy.away().test(streams.store(index).dc());
    }

    /** Tells whether those that are not behind are enough, without waiting for these. */
    boolean othersSuffice(List<Integer> behind, boolean late) {
        long others = pending().stream().filter(i -> !behind.contains(i)).count();
        return (late && others >= policy.redundancy().enoughWhileLate(coding))
                || (areAway(behind)
                        && !effectiveOutcomes().contains(FragmentOutcome.BUSY)
                        && others >= policy.redundancy().enoughWhileAway(coding));
    }

    Verdict verdict(boolean late, boolean othersAway) {
        if (lacksTheSlowOneAlone()) {
            return Verdict.ENOUGH;
        }
        return mayLackTheLeftOutAlone()
                ? Verdict.NOT_YET
                : policy.judge(coding, effectiveOutcomes(), late, othersAway);
    }

    UploadReport report(Verdict verdict) {
        return new UploadReport(Arrays.asList(outcomes), verdict, storedAt);
    }

    private List<FragmentOutcome> effectiveOutcomes() {
        return all().map(this::effectiveOutcome).toList();
    }

    /** A data center that is away is not BUSY. A slow one that was left out is not away. */
    private FragmentOutcome effectiveOutcome(int index) {
        return switch (outcomes[index]) {
            case BUSY -> isAway(index) ? FragmentOutcome.MISSING : FragmentOutcome.BUSY;
            case MISSING -> isLeftOut(index) ? FragmentOutcome.BUSY : FragmentOutcome.MISSING;
            case PENDING, STORED, REFUSED, UNKNOWN -> outcomes[index];
        };
    }

    private List<Integer> indices(IntPredicate wanted) {
        return all().filter(wanted::test).toList();
    }

    private Stream<Integer> all() {
        return IntStream.range(0, outcomes.length).boxed();
    }
}
