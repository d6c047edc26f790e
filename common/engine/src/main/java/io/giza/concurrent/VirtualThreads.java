package io.giza.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Tasks and time of production: a virtual thread per task, the machine's own clocks. */
public final class VirtualThreads implements Tasks, Time {
    @Override
    public void fork(String name, Runnable body) {
        Thread.ofVirtual().name(name).start(Claimant.inherited(Trace.inherited(body)));
    }

    @Override
    public <T> Inbox<T> inbox(int capacity) {
        return new QueueInbox<>(new ArrayBlockingQueue<>(capacity));
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting: the process stops", cause);
    }

    private record QueueInbox<T>(BlockingQueue<T> queue) implements Inbox<T> {
        @Override
        public void put(T item) {
            try {
                queue.put(item);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        @Override
        public boolean offer(T item, Deadline deadline) {
            try {
                return queue.offer(item, nanosLeft(deadline), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        @Override
        public Optional<T> take(Deadline deadline) {
            try {
                return Optional.ofNullable(queue.poll(nanosLeft(deadline), TimeUnit.NANOSECONDS));
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        private static long nanosLeft(Deadline deadline) {
            return Math.max(0, deadline.nanos() - System.nanoTime());
        }
    }
}
