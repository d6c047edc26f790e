package io.giza.concurrent;

import io.giza.concurrent.Holdings.Holder;
import io.giza.concurrent.Holdings.Obstacle;
import io.giza.concurrent.WaitQueue.Waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An amount of something, such as memory, of which tasks hold shares. They wait for them in turns
 * that are fair by amount, see {@link WaitQueue}.
 *
 * <p>An account, and an access key within it, gets a part of it at most, so that others never wait
 * for it alone. A task holds a share while it works, and none while it waits for a client: so a
 * share is soon free again, however slow clients are.
 *
 * <p>No task may wait for a share while it holds one, or two could wait for each other.
 */
public final class Budget {
    private final Tasks tasks;
    private final Object lock = new Object();
    private final Holdings holdings;
    private final WaitQueue line;
    private long refused;

    /** Makes a budget of which nothing is held. */
    public Budget(Tasks tasks, BudgetLimits limits) {
        this.tasks = tasks;
        this.holdings = new Holdings(limits);
        this.line = new WaitQueue(holdings);
    }

    /**
     * Takes a share for the claimant of the current task, waiting for it until the deadline.
     *
     * @param account the claimant's
     * @param amount how much; what is more than the claimant's limit counts as that limit
     */
    public Optional<Share> take(String account, long amount, Deadline deadline, Time time) {
        Holder holder = new Holder(account, Claimant.current());
        long wanted;
        synchronized (lock) {
            wanted = Math.min(amount, holdings.limits().ofKey());
            if (line.isEmpty() && holdings.obstacle(holder, wanted) == Obstacle.NONE) {
                return Optional.of(hold(holder, wanted));
            }
        }
        Waiting self = new Waiting(holder, wanted, tasks.inbox(1));
        return WaitListener.current().during(() -> await(self, deadline, time));
    }

    private Optional<Share> await(Waiting self, Deadline deadline, Time time) {
        synchronized (lock) {
            line.add(self);
        }
        boolean served = false;
        try {
            grant();
            while (true) {
                synchronized (lock) {
                    served = self.share() != null;
                    if (served || deadline.hasPassed(time)) {
                        return Optional.ofNullable(self.share());
                    }
                }
                self.await(deadline);
            }
        } finally {
            if (!served) {
                abandon(self);
            }
        }
    }

    private void abandon(Waiting self) {
        Share share;
        synchronized (lock) {
            line.remove(self);
            share = self.share();
        }
        if (share != null) {
            share.close();
        } else {
            // There may be enough for who stood behind it.
            grant();
        }
    }

    /** Gives those who wait what there is for them. */
    private void grant() {
        List<Waiting> granted = new ArrayList<>();
        synchronized (lock) {
            Optional<Waiting> next = line.next();
            while (next.isPresent()) {
                Waiting each = next.get();
                each.give(hold(each.holder(), each.amount()));
                granted.add(each);
                next = line.next();
            }
        }
        granted.forEach(Waiting::signal);
    }

    private Share hold(Holder holder, long amount) {
        Share share = new Share(holder);
        share.add(amount);
        return share;
    }

    /** Tells whether any task waits for a share. */
    public boolean isCrowded() {
        synchronized (lock) {
            return !line.isEmpty();
        }
    }

    /** Changes the limits. Shares beyond them last until their holders close them. */
    public void limit(BudgetLimits limits) {
        synchronized (lock) {
            holdings.limit(limits);
        }
        grant();
    }

    /** Returns how much there is. */
    public long capacity() {
        synchronized (lock) {
            return holdings.limits().capacity();
        }
    }

    /** Returns how much nobody holds, 0 or more. */
    public long free() {
        synchronized (lock) {
            return Math.max(0, holdings.limits().capacity() - holdings.all());
        }
    }

    /** Returns how much is held. */
    public long held() {
        synchronized (lock) {
            return holdings.all();
        }
    }

    /**
     * Counts a request that is refused for want of a share: who finds none may have another way.
     */
    public void countRefusal() {
        synchronized (lock) {
            refused++;
        }
    }

    /** Returns how many requests were refused. */
    public long refused() {
        synchronized (lock) {
            return refused;
        }
    }

    /** What is held for one claimant; closing gives it back. */
    public final class Share implements AutoCloseable {
        private final Holder holder;
        private long amount;

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
                boolean ample = line.isEmpty() && holdings.isAmple(holder, more);
                if (ample) {
                    add(more);
                }
                return ample;
            }
        }

        /**
         * Takes more even where there is none: for what is little, and lasts as long as something
         * is late. Who comes then waits for that, too.
         */
        public void exceed(long more) {
            synchronized (lock) {
                add(more);
            }
        }

        /** Gives some of it back. */
        public void shrink(long less) {
            synchronized (lock) {
                add(-Math.min(less, amount));
            }
            grant();
        }

        /** Tells whether somebody waits whom some of it would help. */
        public boolean isWanted() {
            synchronized (lock) {
                return line.foremost().stream().anyMatch(each -> each.isBlockedBy(holder));
            }
        }

        @Override
        public void close() {
            shrink(Long.MAX_VALUE);
        }

        private void add(long more) {
            amount += more;
            holdings.add(holder, more);
        }
    }
}
