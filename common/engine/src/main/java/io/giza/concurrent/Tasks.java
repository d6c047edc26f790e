package io.giza.concurrent;

/**
 * Starts tasks and makes the inboxes through which they meet. In production a task is a virtual
 * thread; under the simulator one task runs at a time, in an order drawn from a seed.
 */
public interface Tasks {
    /** Starts {@code body} concurrently; an exception that escapes it is a bug and is reported. */
    void fork(String name, Runnable body);

    /**
     * Makes an inbox.
     *
     * @param capacity how many items it holds before {@link Inbox#put} waits, at least 1
     */
    <T> Inbox<T> inbox(int capacity);
}
