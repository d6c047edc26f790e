package io.giza.wire;

import io.giza.membership.Membership;
import io.giza.membership.Seat;
import io.giza.membership.StoreIdentity;
import io.giza.model.DcName;
import io.giza.record.FormatException;

import java.util.List;
import java.util.Optional;

/**
 * The headers by which a request names the store that it means, and an answer the store that it
 * comes from. Their parts stand in order, with a space between them, and a hyphen for none:
 *
 * <pre>
 * Giza-Seat:  cluster dc joined epoch members
 * Giza-Store: cluster dc joined epoch life
 * </pre>
 */
public final class StoreHeaders {
    /** Names whom a request means. */
    public static final String SEAT = "Giza-Seat";

    /** Names whom an answer comes from. */
    public static final String STORE = "Giza-Store";

    /** The status of an answer of another store than the one that is meant. */
    public static final int MISDIRECTED = 421;

    private static final String NONE = "-";
    private static final int PARTS = 5;
    private static final int MOST_CHARACTERS = 200 + Seat.MOST_MEMBERS;

    private StoreHeaders() {}

    /**
     * Who an answer comes from.
     *
     * @param identity which store it is
     * @param joined the epoch in which it took the place of a lost one
     * @param epoch the epoch that it serves
     */
    public record Sender(StoreIdentity identity, long joined, long epoch) {
        /** Says why this is not the store that somebody means; empty if it is. */
        public Optional<String> mismatchWith(Seat expected) {
            return new Membership(identity, epoch, joined, Membership.State.ACTIVE, "", List.of())
                    .mismatchWith(expected);
        }
    }

    /** Encodes whom a request means. */
    public static String encode(Seat seat) {
        String members = seat.members().isEmpty() ? NONE : seat.members();
        return String.join(
                " ",
                seat.cluster(),
                seat.dc().value(),
                Long.toString(seat.joined()),
                Long.toString(seat.epoch()),
                members);
    }

    /**
     * Decodes whom a request means.
     *
     * @throws FormatException if the header says something else
     */
    public static Seat decodeSeat(String header) {
        String[] parts = parts(SEAT, header);
        try {
            return new Seat(
                    parts[0],
                    new DcName(parts[1]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]),
                    parts[4].equals(NONE) ? "" : parts[4]);
        } catch (IllegalArgumentException e) {
            throw new FormatException(SEAT + ": " + e.getMessage(), e);
        }
    }

    /** Encodes whom an answer comes from; nothing of a store without identity. */
    public static Optional<String> encode(Membership membership) {
        StoreIdentity identity = membership.identity();
        return identity == null
                ? Optional.empty()
                : Optional.of(
                        String.join(
                                " ",
                                identity.cluster(),
                                identity.dc().value(),
                                Long.toString(membership.joined()),
                                Long.toString(membership.epoch()),
                                identity.life()));
    }

    /**
     * Decodes whom an answer comes from.
     *
     * @throws FormatException if the header says something else
     */
    public static Sender decodeSender(String header) {
        String[] parts = parts(STORE, header);
        try {
            return new Sender(
                    new StoreIdentity(parts[0], new DcName(parts[1]), parts[4]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]));
        } catch (IllegalArgumentException e) {
            throw new FormatException(STORE + ": " + e.getMessage(), e);
        }
    }

    private static String[] parts(String name, String header) {
        String[] parts = header.split(" ", PARTS + 1);
        if (header.length() > MOST_CHARACTERS || parts.length != PARTS) {
            throw new FormatException(name + " has not " + PARTS + " parts");
        }
        return parts;
    }
}
