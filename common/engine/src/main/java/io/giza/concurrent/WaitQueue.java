package io.giza.concurrent;

import io.giza.concurrent.Holdings.Holder;
import io.giza.concurrent.Holdings.Obstacle;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tasks that wait for a share of a {@link Budget}. They are served by start-time fair queueing
 * (Goyal, Vin and Cheng, SIGCOMM '96) at three levels: accounts take turns, in each account its
 * access keys, and in each key its clients' addresses, by how much each was given while others
 * waited. Within an address the order is that of arrival. A small share is never taken from under a
 * task that waits for a large one of the same key. Guarded by the budget's lock.
 */
final class WaitQueue {
    private final Holdings holdings;
    private final Flow accounts = new Flow();

    WaitQueue(Holdings holdings) {
        this.holdings = holdings;
    }

    /** A task that waits. */
    static final class Waiting {
        private final Holder holder;
        private final long amount;
        private final Inbox<Budget.Share> turn;

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

    /** A task whose turn it would be, and whose limit is in its way. */
    record Blocked(Waiting waiting, Obstacle obstacle) {
        boolean isBlockedBy(Holder other) {
            return other.blocks(waiting.holder, obstacle);
        }
    }

    /** All, an account, a key, or an address, whose tasks wait. */
    private static final class Flow {
        private static final int MAX_IDLE = 64;
        private static final Comparator<Flow> BY_TURN =
                Comparator.comparingLong(each -> each.start);

        final Map<String, Flow> parts = new HashMap<>();

        /** Of an address, in order of arrival. */
        final Set<Waiting> waiting = new LinkedHashSet<>();

        /** How many tasks wait in it. */
        int size;

        /**
         * Its place among the flows of its level: what it was given, from when it began to wait.
         */
        long start;

        /** The start of the part that was served last. */
        long virtualTime;

        Flow part(String name) {
            return parts.computeIfAbsent(name, _ -> new Flow());
        }

        /** A loop: under load this runs for every share that is given back. */
        List<Flow> byTurn() {
            List<Flow> busy = new ArrayList<>();
            for (Flow part : parts.values()) {
                if (part.size > 0) {
                    busy.add(part);
                }
            }
            busy.sort(BY_TURN);
            return busy;
        }

        /** Returns the first of a key. */
        Waiting first() {
            return byTurn().getFirst().waiting.iterator().next();
        }

        /** Forgets the parts that have no task, and no more than they are due. */
        void forgetIdle() {
            if (parts.size() > MAX_IDLE + 2 * size) {
                parts.values().removeIf(each -> each.size == 0 && each.start <= virtualTime);
            }
        }
    }

    boolean isEmpty() {
        return accounts.size == 0;
    }

    /** Queues a task behind those of its address that came before. */
    void add(Waiting last) {
        List<Flow> path = path(last.holder);
        for (int level = 0; level < path.size(); level++) {
            Flow flow = path.get(level);
            if (flow.size++ == 0 && level > 0) {
                // A flow saves nothing up while it has nothing to do.
                flow.start = Math.max(flow.start, path.get(level - 1).virtualTime);
            }
        }
        path.getLast().waiting.add(last);
    }

    /** Takes a task out that was served, or gave up. */
    void remove(Waiting each) {
        List<Flow> path = path(each.holder);
        if (path.getLast().waiting.remove(each)) {
            path.forEach(
                    flow -> {
                        flow.size--;
                        flow.forgetIdle();
                    });
            if (isEmpty()) {
                accounts.parts.clear();
                accounts.virtualTime = 0;
            }
        }
    }

    private List<Flow> path(Holder holder) {
        Flow account = accounts.part(holder.account());
        Flow key = account.part(holder.claimant().key());
        return List.of(accounts, account, key, key.part(holder.claimant().address()));
    }

    /** Removes and returns the first that can be served. */
    Optional<Waiting> next() {
        for (Blocked each : byTurn()) {
            if (each.obstacle == Obstacle.NONE) {
                charge(each.waiting);
                remove(each.waiting);
                return Optional.of(each.waiting);
            }
        }
        return Optional.empty();
    }

    private void charge(Waiting served) {
        List<Flow> path = path(served.holder);
        for (int level = 1; level < path.size(); level++) {
            Flow flow = path.get(level);
            path.get(level - 1).virtualTime = flow.start;
            flow.start += served.amount;
        }
    }

    /** Returns the first of those whom the same is in the way of. */
    List<Blocked> foremost() {
        return byTurn().stream().filter(each -> each.obstacle != Obstacle.NONE).toList();
    }

    /** Returns the first task of each key, by turn, up to one for which nothing at all is left. */
    private List<Blocked> byTurn() {
        List<Blocked> firsts = new ArrayList<>();
        for (Flow account : accounts.byTurn()) {
            for (Flow key : account.byTurn()) {
                Waiting first = key.first();
                Obstacle obstacle = holdings.obstacle(first.holder, first.amount);
                firsts.add(new Blocked(first, obstacle));
                if (obstacle == Obstacle.ALL) {
                    return firsts;
                }
                if (obstacle == Obstacle.ACCOUNT) {
                    break;
                }
            }
        }
        return firsts;
    }
}
