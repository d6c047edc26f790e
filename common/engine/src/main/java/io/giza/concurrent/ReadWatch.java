package io.giza.concurrent;

import java.time.Duration;

/** What is told of the waits of reads, and done before long ones; by the task that reads. */
public interface ReadWatch {
    /** Returns how long the next read may wait before {@link #beforeLongWait} is called. */
    Duration patience();

    /** Takes note that a read waited. */
    void waited(Duration duration);

    /** Does what there is to do before the read waits for as long as it takes. */
    void beforeLongWait();
}
