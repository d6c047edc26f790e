package io.giza.concurrent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Chooses which clients to drop for those who wait. Guarded by the budget's lock. */
final class SlowestFirst {
    /** Of those who are slow, one in so many at a time: the others may be faster by the next. */
    private static final int ONE_IN = 8;

    private SlowestFirst() {}

    private record Slow(Budget.Share share, long pace) {}

    /**
     * Chooses the slowest, as many as it takes for what is waited for, and nobody if that is on its
     * way back already.
     *
     * @param inTheWay the shares that are in the way of those who wait
     * @param wanted how much they wait for
     */
    static List<Budget.Share> choose(List<Budget.Share> inTheWay, long wanted) {
        long coming = inTheWay.stream().mapToLong(Budget.Share::returning).sum();
        if (coming >= wanted) {
            return List.of();
        }
        List<Slow> slow =
                inTheWay.stream()
                        .flatMap(SlowestFirst::slow)
                        .sorted(Comparator.comparingLong(Slow::pace))
                        .toList();
        int most = (slow.size() + ONE_IN - 1) / ONE_IN;
        List<Budget.Share> chosen = new ArrayList<>();
        for (Slow each : slow.subList(0, most)) {
            if (coming >= wanted) {
                break;
            }
            chosen.add(each.share());
            coming += each.share().amount();
        }
        return chosen;
    }

    private static Stream<Slow> slow(Budget.Share share) {
        return share.pace().stream().mapToObj(pace -> new Slow(share, pace));
    }
}
