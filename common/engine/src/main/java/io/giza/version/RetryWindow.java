package io.giza.version;

import io.giza.paxos.Entry;

import java.time.Duration;
import java.time.Instant;

/**
 * For how long clients ask again for what they asked for before. Until then a row keeps what an
 * operation wrote, deleted or not: who does not find it there takes the retry for a new request.
 */
public final class RetryWindow {
    /** Nobody retries an operation for longer. */
    public static final Duration LENGTH = Duration.ofMinutes(5);

    /**
     * How long what an operation wrote is kept: as long as it is asked for, and 15 minutes more, as
     * far as the clocks of gateways may be apart that take the same signatures.
     */
    public static final Duration RETENTION = LENGTH.plusMinutes(15);

    private RetryWindow() {}

    /**
     * Whether a retry may still look for a record. One that does not tell when it was made, such as
     * a deletion or the refusal of a retry, is as old as its attempt's signature. A time that is
     * further from now than {@code kept} is of a wrong clock.
     *
     * @param kept for how long it may be
     */
    public static boolean isOpen(Entry entry, Instant now, Duration kept) {
        return CreationTime.of(entry)
                .or(() -> entry.value().op().signingDate())
                .map(created -> Duration.between(created, now).abs())
                .filter(age -> age.compareTo(kept) < 0)
                .isPresent();
    }
}
