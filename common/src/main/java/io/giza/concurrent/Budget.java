package io.giza.concurrent;

import io.giza.concurrent.Holdings.Holder;
import io.giza.concurrent.Holdings.Obstacle;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An amount of something, such as memory, of which tasks hold shares, and wait for them in order.
 *
 * <p>An account, and an access key within it, gets a part of it at most, so that others never wait
 * for it alone. A share may be held for a client who is slow. While somebody waits, the slowest of
 * those in its way is dropped, again and again: it takes a share to be served, not to sit on.
 *
 * <p>Nobody may wait for a share while it holds one, or two tasks could wait for each other.
 */
public final class Budget {
    /** How often who waits looks for clients who have become slow. */
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Tasks tasks;
    private final Limits limits;
    private final Object lock = new Object();
    private final Holdings holdings;
    private final Set<Share> shares = new LinkedHashSet<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long refused;
    private long dropped;

    /**
     * How much there is.
     *
     * @param most what is held at most
     * @param accounts how many accounts share it: of two or more, each gets half at most
     */
    public record Limits(long most, int accounts) {
        public Limits {
            if (most < 1) {
                throw new IllegalArgumentException("there must be something to share: " + most);
            }
        }

        /** Returns what one account gets at most. */
        public long ofAccount() {
            return accounts < 2 ? most : most - most / 2;
        }

        /** Returns what one access key gets at most. */
        public long ofKey() {
            return ofAccount() - ofAccount() / 4;
        }
    }

    /** Makes a budget of which nothing is held. */
    public Budget(Tasks tasks, Limits limits) {
        this.tasks = tasks;
        this.limits = limits;
        this.holdings = new Holdings(limits);
    }

    private static final class Waiting {
        private final Holder holder;
        private final long amount;
        private final Inbox<Share> turn;
        private @Nullable Share share;

        private Waiting(Holder holder, long amount, Inbox<Share> turn) {
            this.holder = holder;
            this.amount = amount;
            this.turn = turn;
        }
    }

    /**
     * Takes a share for the claimant of the current task, waiting for it until the deadline.
     *
     * @param account the claimant's
     * @param amount how much; what is more than the claimant's limit counts as that limit
     */
    public Optional<Share> take(String account, long amount, Deadline deadline, Time time) {
        Holder holder = new Holder(account, Claimant.current());
        long wanted = Math.min(amount, limits.ofKey());
        synchronized (lock) {
            boolean first = waiting.stream().noneMatch(each -> obstacle(each) == Obstacle.ALL);
            if (first && holdings.obstacle(holder, wanted) == Obstacle.NONE) {
                return Optional.of(hold(holder, wanted));
            }
        }
        if (deadline.passed(time)) {
            return Optional.empty();
        }
        Optional<Share> share = await(new Waiting(holder, wanted, tasks.inbox(1)), deadline, time);
        if (share.isEmpty()) {
            synchronized (lock) {
                refused++;
            }
        }
        return share;
    }

    private Optional<Share> await(Waiting self, Deadline deadline, Time time) {
        synchronized (lock) {
            waiting.addLast(self);
        }
        boolean ended = false;
        try {
            tell(grant());
            while (true) {
                slowestInTheWayOf(self).ifPresent(each -> each.holder.claimant().client().drop());
                self.turn.take(time.after(LOOK).earlier(deadline));
                synchronized (lock) {
                    if (self.share != null || deadline.passed(time)) {
                        waiting.remove(self);
                        ended = true;
                        return Optional.ofNullable(self.share);
                    }
                }
            }
        } finally {
            if (!ended) {
                abandon(self);
            }
        }
    }

    private void abandon(Waiting self) {
        Share share;
        synchronized (lock) {
            waiting.remove(self);
            share = self.share;
        }
        if (share != null) {
            share.close();
        }
    }

    /** Gives those who wait what there is for them, and returns them. */
    private List<Waiting> grant() {
        List<Waiting> granted = new ArrayList<>();
        synchronized (lock) {
            Iterator<Waiting> each = waiting.iterator();
            while (each.hasNext()) {
                Waiting next = each.next();
                switch (obstacle(next)) {
                    case NONE -> {
                        each.remove();
                        next.share = hold(next.holder, next.amount);
                        granted.add(next);
                    }
                    // Others have a limit of their own.
                    case KEY, ACCOUNT -> {}
                    // A small share must not be taken from under who waits for a large one.
                    case ALL -> {
                        return granted;
                    }
                }
            }
        }
        return granted;
    }

    /** Outside the lock: a task that is simulated goes on elsewhere here. */
    private static void tell(List<Waiting> granted) {
        for (Waiting each : granted) {
            Share share = each.share;
            if (share != null) {
                each.turn.put(share);
            }
        }
    }

    /** Chooses whom to drop, unless as much is on its way back already as is waited for. */
    private Optional<Share> slowestInTheWayOf(Waiting self) {
        synchronized (lock) {
            if (self.share != null) {
                return Optional.empty();
            }
            Obstacle obstacle = obstacle(self);
            List<Share> inTheWay =
                    shares.stream()
                            .filter(each -> each.holder.isInTheWayOf(self.holder, obstacle))
                            .toList();
            long coming = inTheWay.stream().filter(s -> s.dropped).mapToLong(s -> s.amount).sum();
            if (coming >= self.amount) {
                return Optional.empty();
            }
            Optional<Share> slowest =
                    inTheWay.stream()
                            .filter(each -> !each.dropped)
                            .filter(each -> each.pace().isPresent())
                            .min(Comparator.comparingLong(each -> each.pace().orElse(0L)));
            slowest.ifPresent(
                    each -> {
                        each.dropped = true;
                        dropped++;
                    });
            return slowest;
        }
    }

    private Obstacle obstacle(Waiting each) {
        return holdings.obstacle(each.holder, each.amount);
    }

    private Share hold(Holder holder, long amount) {
        Share share = new Share(holder);
        shares.add(share);
        share.add(amount);
        return share;
    }

    /** Returns how much is held. */
    public long held() {
        synchronized (lock) {
            return holdings.all();
        }
    }

    /** Returns how often nothing was to be had in time. */
    public long refused() {
        synchronized (lock) {
            return refused;
        }
    }

    /** Returns how many clients were dropped for others who waited. */
    public long dropped() {
        synchronized (lock) {
            return dropped;
        }
    }

    /** What is held for one claimant; closing gives it back. */
    public final class Share implements AutoCloseable {
        private final Holder holder;
        private long amount;
        private boolean dropped;

        private Share(Holder holder) {
            this.holder = holder;
        }

        /** Returns how much it is. */
        public long amount() {
            synchronized (lock) {
                return amount;
            }
        }

        /** Takes more, unless somebody waits or less than a quarter would be left of any limit. */
        public boolean grow(long more) {
            synchronized (lock) {
                boolean ample = waiting.isEmpty() && holdings.isAmple(holder, more);
                if (ample) {
                    add(more);
                }
                return ample;
            }
        }

        /** Gives some of it back. */
        public void shrink(long less) {
            synchronized (lock) {
                add(-Math.min(less, amount));
            }
            tell(grant());
        }

        /** Tells whether somebody waits whom some of it would help. */
        public boolean isWanted() {
            synchronized (lock) {
                return waiting.stream()
                        .anyMatch(each -> holder.isInTheWayOf(each.holder, obstacle(each)));
            }
        }

        @Override
        public void close() {
            synchronized (lock) {
                shares.remove(this);
            }
            shrink(Long.MAX_VALUE);
        }

        private OptionalLong pace() {
            return holder.claimant().client().slowPace();
        }

        private void add(long more) {
            amount += more;
            holdings.add(holder, more);
        }
    }
}
