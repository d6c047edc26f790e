package io.giza.version;

import io.giza.model.Value;
import io.giza.paxos.Entry;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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
     * Tells whether an object's version, or that a retry was refused, may still be asked for. What
     * says that it was written longer from now than {@code kept} was written by a clock that is
     * wrong.
     *
     * @param kept for how long it may be
     */
    public static boolean isOpen(Entry entry, Instant now, Duration kept) {
        Optional<Instant> made =
                entry.value().kind() == Value.Kind.NO_OP
                        ? entry.value().op().signingDate(now)
                        : CreationTime.of(entry);
        return made.map(created -> Duration.between(created, now).abs())
                .filter(age -> age.compareTo(kept) < 0)
                .isPresent();
    }
}
