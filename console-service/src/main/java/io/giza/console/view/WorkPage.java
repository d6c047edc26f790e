package io.giza.console.view;

import java.util.List;

/**
 * What workers do.
 *
 * @param workers the kinds of workers, each with its jobs
 * @param audit the account of all rows and fragments that was asked for last
 */
public record WorkPage(List<Worker> workers, Audit audit) {
    /**
     * A kind of worker.
     *
     * @param orders what it can be told to do now
     * @param problems why workers do not answer
     */
    public record Worker(String name, List<Job> jobs, List<Order> orders, List<String> problems) {}

    /**
     * A job.
     *
     * @param holder the data center whose worker does it; empty if nobody does
     * @param position how far it is
     * @param detail why it could not do its part
     */
    public record Job(
            String name,
            String holder,
            String state,
            String position,
            String ended,
            String detail) {
        /** Tells whether it is under way. */
        public boolean isRunning() {
            return state.equals("running");
        }
    }

    /** What a worker can be told to do. */
    public record Order(String path, String label) {}

    /**
     * An account of all rows and fragments.
     *
     * @param report what was found, as JSON; empty while there is none
     */
    public record Audit(String state, long done, long spaces, String ended, String report) {}
}
