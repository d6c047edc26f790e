package io.giza.http;

import io.giza.membership.Seat;
import io.giza.model.DcName;
import io.giza.record.FormatException;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.wire.StoreHeaders;
import io.giza.wire.StoreHeaders.Sender;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says with each request which store is meant, and lets only that store's answers count. Of two
 * stores for one place, only the one that was heard first counts, until the process is started
 * anew: one that lost its past and was made again does not speak for the one that was there.
 */
final class KnownStores {
    private final @Nullable Seats seats;
    private final Map<StoreAddress, String> lives;

    /** A place, and where its store listens: a data center has two. */
    private record StoreAddress(DcName dc, String authority, long joined) {}

    /** Knows the places; with null, any answer counts. */
    KnownStores(@Nullable Seats seats) {
        this(seats, new ConcurrentHashMap<>());
    }

    private KnownStores(@Nullable Seats seats, Map<StoreAddress, String> lives) {
        this.seats = seats;
        this.lives = lives;
    }

    /** Knows other places, and whom was heard of before. */
    KnownStores with(Seats other) {
        return new KnownStores(other, lives);
    }

    private Optional<Seat> seat(DcName dc) {
        return seats == null ? Optional.empty() : seats.of(dc);
    }

    /** Says whom the request means. */
    ServiceCall withSeatHeader(DcName dc, ServiceCall call) {
        return seat(dc).map(seat -> call.with(StoreHeaders.SEAT, StoreHeaders.encode(seat)))
                .orElse(call);
    }

    /**
     * Returns if the answer counts.
     *
     * @throws ReplicaException if it comes from another store than the one that was meant
     */
    void requireExpectedStore(DcName dc, ServiceCall call) throws ReplicaException {
        Optional<Seat> seat = seat(dc);
        if (seat.isEmpty()) {
            return;
        }
        String authority = call.authority();
        String header = call.header(StoreHeaders.STORE);
        Optional<String> other =
                header == null
                        ? Optional.of("it does not say which store it is")
                        : mismatch(seat.get(), authority, header);
        if (other.isPresent()) {
            String detail = "the answer of " + authority + " does not count: " + other.get();
            throw new ReplicaException.Failed(dc, detail, new IOException("another store"));
        }
    }

    private Optional<String> mismatch(Seat seat, String authority, String header) {
        try {
            Sender sender = StoreHeaders.decodeSender(header);
            Optional<String> other = sender.mismatchWith(seat);
            return other.isPresent() ? other : changedLife(seat, authority, sender);
        } catch (FormatException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** A store that waits for the order to join answers for nothing yet, so another may come. */
    private Optional<String> changedLife(Seat seat, String authority, Sender sender) {
        if (sender.epoch() == 0) {
            return Optional.empty();
        }
        String life = sender.identity().life();
        String known =
                lives.computeIfAbsent(
                        new StoreAddress(seat.dc(), authority, sender.joined()), _ -> life);
        return known.equals(life)
                ? Optional.empty()
                : Optional.of("it was life " + known + " before and is " + life + " now");
    }
}
