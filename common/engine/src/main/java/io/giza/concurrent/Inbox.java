package io.giza.concurrent;

import java.util.Optional;

/**
 * A bounded queue between tasks: any number may put, any number may take, in order of arrival.
 * Tasks wait for each other by it, so that a simulator can decide who goes on.
 *
 * @param <T> what is handed over, which is safe to be seen by another task
 */
public interface Inbox<T> {
    /** Adds an item, waiting while the inbox is full. */
    void put(T item);

    /**
     * Adds an item, waiting while the inbox is full and the deadline has not passed.
     *
     * @return whether it was added
     */
    boolean offer(T item, Deadline deadline);

    /** Removes the oldest item, waiting for one until the deadline; empty when it passed. */
    Optional<T> take(Deadline deadline);
}
