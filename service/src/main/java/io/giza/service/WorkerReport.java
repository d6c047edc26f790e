package io.giza.service;

import io.giza.worker.JobStatus;

import java.util.List;

/** What every worker tells operators of itself. */
public interface WorkerReport {
    /** The data center in which it runs. */
    String dc();

    /** Whether it works at all. */
    boolean enabled();

    /** The state of each job there. */
    List<JobStatus> jobs();
}
