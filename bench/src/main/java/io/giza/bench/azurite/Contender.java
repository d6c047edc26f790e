package io.giza.bench.azurite;

import java.util.Optional;

/** One way to do the tasks. */
interface Contender extends AutoCloseable {
    /** Returns its name in results. */
    String label();

    /**
     * Prepares a task for one client: makes the row or the blob that it needs.
     *
     * @param client from 0; no two do the same task at the same place
     * @return what does the task once, by one thread at a time; nothing if this way has no such
     *     operation
     */
    Optional<Action> prepare(Task task, int client) throws Exception;

    @Override
    void close();

    /** A task, done once. */
    @FunctionalInterface
    interface Action {
        /** Does it; whatever is thrown ends the run, since nothing may fail here. */
        void run() throws Exception;
    }
}
