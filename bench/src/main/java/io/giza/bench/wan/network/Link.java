package io.giza.bench.wan.network;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** One direction of the way between two data centers, which all connections there share. */
final class Link {
    private final LongAdder bytes = new LongAdder();
    private volatile LinkConditions conditions;

    /** When the last byte that was offered has entered it, by {@link System#nanoTime}. */
    private long freeAt = System.nanoTime();

    private boolean isCut;

    Link(LinkConditions conditions) {
        this.conditions = conditions;
    }

    LinkConditions conditions() {
        return conditions;
    }

    void change(LinkConditions others) {
        conditions = others;
    }

    long oneWayNanos() {
        return conditions.oneWay().toNanos();
    }

    /** Returns when the last of some bytes will have entered it, if they come at a time. */
    synchronized long enter(long now, int count) {
        long takes = count * TimeUnit.SECONDS.toNanos(1) / conditions.bytesPerSecond();
        freeAt = (freeAt - now > 0 ? freeAt : now) + takes;
        bytes.add(count);
        return freeAt;
    }

    /** Has bytes wait on their way until it is whole again. */
    synchronized void cut() {
        isCut = true;
    }

    /** Lets bytes through again. */
    synchronized void heal() {
        isCut = false;
        notifyAll();
    }

    /** Returns once it is whole, at once if it is. */
    synchronized void awaitWhole() throws InterruptedException {
        while (isCut) {
            wait();
        }
    }

    /** Returns the bytes that have entered it so far. */
    long bytes() {
        return bytes.sum();
    }
}
