package io.giza.concurrent;

import io.giza.concurrent.Holdings.Holder;
import io.giza.concurrent.Holdings.Obstacle;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who waits for a share of a {@link Budget}, in order: those of one access key after each other,
 * those of one account once it is the account's limit that is in the way, and all once nothing is
 * left. A small share is so never taken from under who waits for a large one. Guarded by the
 * budget's lock.
 */
final class WaitQueue {
    private final Holdings holdings;
    private final Map<String, Set<Waiting>> byKey = new HashMap<>();

    /** The first of each key, by when it came: only they can be served next. */
    private final TreeMap<Long, Waiting> firsts = new TreeMap<>();

    private long arrivals;

    WaitQueue(Holdings holdings) {
        this.holdings = holdings;
    }

    /** One who waits. */
    static final class Waiting {
        private final Holder holder;
        private final long amount;
        private final Inbox<Budget.Share> turn;
        private long number;

        /** What it was given. */
        private Budget.@Nullable Share share;

        Waiting(Holder holder, long amount, Inbox<Budget.Share> turn) {
            this.holder = holder;
            this.amount = amount;
            this.turn = turn;
        }

        Holder holder() {
            return holder;
        }

        long amount() {
            return amount;
        }

        Budget.@Nullable Share share() {
            return share;
        }

        void give(Budget.Share given) {
            share = given;
        }

        /** Lets it know; a task that is simulated goes on elsewhere here. */
        void signal() {
            if (share != null) {
                turn.put(share);
            }
        }

        void await(Deadline deadline) {
            turn.take(deadline);
        }
    }

    /** One who waits for what others of the same key, or account, or all others hold. */
    record Blocked(Waiting waiting, Obstacle obstacle) {
        boolean isBlockedBy(Holder other) {
            return other.blocks(waiting.holder, obstacle);
        }
    }

    boolean isEmpty() {
        return firsts.isEmpty();
    }

    /** Queues one behind all who came before; its key's turn comes by its first. */
    void add(Waiting last) {
        last.number = arrivals++;
        Set<Waiting> ofKey = byKey.computeIfAbsent(last.holder.key(), _ -> new LinkedHashSet<>());
        ofKey.add(last);
        if (ofKey.size() == 1) {
            firsts.put(last.number, last);
        }
    }

    /** Takes one out who was served or gave up; who is next of the same key moves up. */
    void remove(Waiting each) {
        String key = each.holder.key();
        Set<Waiting> ofKey = byKey.getOrDefault(key, Set.of());
        if (!ofKey.contains(each)) {
            return;
        }
        ofKey.remove(each);
        boolean first = firsts.remove(each.number) != null;
        if (ofKey.isEmpty()) {
            byKey.remove(key);
        } else if (first) {
            Waiting next = ofKey.iterator().next();
            firsts.put(next.number, next);
        }
    }

    /** Removes and returns the first who can be served. */
    Optional<Waiting> next() {
        Set<String> fullAccounts = new HashSet<>();
        for (Waiting each : firsts.values()) {
            Obstacle obstacle = holdings.obstacle(each.holder, each.amount);
            if (obstacle == Obstacle.NONE && !fullAccounts.contains(each.holder.account())) {
                remove(each);
                return Optional.of(each);
            }
            if (obstacle == Obstacle.ACCOUNT) {
                fullAccounts.add(each.holder.account());
            } else if (obstacle == Obstacle.ALL) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns how much all wait for whom the same is in the way of. */
    long wanted(Blocked blocked) {
        Holder holder = blocked.waiting.holder;
        Stream<Waiting> all =
                blocked.obstacle == Obstacle.KEY
                        ? byKey.getOrDefault(holder.key(), Set.of()).stream()
                        : byKey.values().stream()
                                .flatMap(Set::stream)
                                .filter(each -> blocked.isBlockedBy(each.holder));
        return all.mapToLong(each -> each.amount).sum();
    }

    /** Returns the first of those whom the same is in the way of. */
    List<Blocked> foremost() {
        List<Blocked> foremost = new ArrayList<>();
        Set<String> fullAccounts = new HashSet<>();
        boolean full = false;
        for (Waiting each : firsts.values()) {
            Obstacle obstacle = holdings.obstacle(each.holder, each.amount);
            boolean first =
                    switch (obstacle) {
                        case NONE -> false;
                        case KEY -> true;
                        case ACCOUNT -> fullAccounts.add(each.holder.account());
                        case ALL -> !full;
                    };
            full |= obstacle == Obstacle.ALL;
            if (first) {
                foremost.add(new Blocked(each, obstacle));
            }
        }
        return foremost;
    }
}
