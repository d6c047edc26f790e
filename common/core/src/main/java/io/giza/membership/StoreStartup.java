package io.giza.membership;

import io.giza.model.DcName;

import java.util.List;

/**
 * What a service is told of its store when it starts, and what becomes of the store's membership.
 * What is not the store of the configuration is refused with one sentence, since a table without
 * its past must neither vote nor say that something is absent:
 *
 * <pre>
 * found                        configured                        afterwards
 * nothing                      initialize, and joined = 0        made: epoch as configured, ACTIVE
 * nothing                      joined = epoch                    made: waits for the order to join
 * nothing                      else                              refused: empty
 * another cluster or dc                                          refused: foreign, or swapped
 * a store without identity     joined as the store knows         it is given one
 * joined in another epoch                                        refused: older or later
 * epoch e                      epoch e, or less                  as before
 * epoch e                      epoch e + 1                       epoch e + 1
 * epoch e                      higher, and accepted              that epoch
 * epoch e                      higher                            refused: a jump
 * </pre>
 *
 * <p>A store that does not decide, a table of a data center without metadata, is asked for nothing,
 * so nobody orders it to join or to serve an epoch. It waits if it is empty, and takes over any
 * later epoch and whatever is said of its place.
 *
 * @param where what is opened, for the sentence, such as "the metadata table in /data"
 * @param seat what the configuration says
 * @param decides whether requests are sent to the store in the epoch of the configuration
 * @param initialize whether an empty store may be made one of a new cluster
 * @param accepted the epoch that is taken over even if it is a jump, 0 for none
 * @param life the life of the store if it is made now
 */
public record StoreStartup(
        String where, Seat seat, boolean decides, boolean initialize, long accepted, String life) {
    /** Returns the entry of a store that begins with its cluster. */
    public static StoreStartup founding(DcName dc, long epoch) {
        return new StoreStartup(
                "the store", new Seat("giza", dc, 0, epoch, ""), true, true, 0, "life-of-" + dc);
    }

    /**
     * Returns the membership of the store from now on.
     *
     * @throws RefusedStoreException if it is not the one that is meant
     */
    public Membership after(Membership before) {
        StoreIdentity known = before.identity();
        if (known != null
                && !(known.cluster().equals(seat.cluster()) && known.dc().equals(seat.dc()))) {
            throw refused(
                    "is the store of "
                            + known
                            + ", and this service is of "
                            + seat.dc()
                            + " of cluster "
                            + seat.cluster()
                            + ": point it to the data of its own, or correct giza.dc and"
                            + " giza.cluster-id");
        }
        StoreIdentity identity =
                known == null ? new StoreIdentity(seat.cluster(), seat.dc(), life) : known;
        return before.isInitialized()
                ? nextMembership(before.withIdentity(identity))
                : firstMembership(before.withIdentity(identity));
    }

    private Membership firstMembership(Membership empty) {
        if (seat.joined() == 0 && initialize) {
            return empty.founded(seat.epoch()).withMembersIfUnset(seat.members());
        }
        if (!decides || seat.joined() == seat.epoch()) {
            return empty;
        }
        throw refused(
                "is empty, and an empty store has forgotten what it voted and stored: mount its"
                        + " data, or have it replaced by raising giza.topology.epoch by one and"
                        + " setting "
                        + since()
                        + " to that epoch everywhere; only where the cluster never ran before,"
                        + " start once with --giza.initialize=true");
    }

    private Membership nextMembership(Membership known) {
        if (seat.epoch() < known.epoch()) {
            return known;
        }
        if (decides && known.joined() != seat.joined()) {
            throw refused(
                    "joined in epoch "
                            + known.joined()
                            + ", and "
                            + since()
                            + " is "
                            + seat.joined()
                            + ": "
                            + (known.joined() < seat.joined()
                                    ? "it is the data of a store that was replaced since, so start"
                                            + " on an empty one"
                                    : "set it to " + known.joined() + " everywhere"));
        }
        if (seat.epoch() == known.epoch()) {
            return sameMembers(known.adoptMembers(seat.members()));
        }
        if (decides && seat.epoch() > known.epoch() + 1 && seat.epoch() != accepted) {
            throw refused(
                    "knows epoch "
                            + known.epoch()
                            + " and giza.topology.epoch is "
                            + seat.epoch()
                            + ": correct that, or if the epoch was raised that often meanwhile,"
                            + " start with --giza.accept-epoch="
                            + seat.epoch());
        }
        return new Membership(
                known.identity(),
                seat.epoch(),
                known.joined(),
                known.state(),
                seat.members(),
                List.of(),
                known.progress());
    }

    private Membership sameMembers(Membership known) {
        if (!known.members().equals(seat.members())
                && !seat.members().isEmpty()
                && !known.members().isEmpty()) {
            throw refused(
                    "knows that in epoch "
                            + known.epoch()
                            + " "
                            + known.members()
                            + " decide, and the configuration says "
                            + seat.members()
                            + ": metadata-dcs and since change in another epoch only");
        }
        return known;
    }

    private String since() {
        return "giza.topology.data-centers " + seat.dc() + ": since";
    }

    private RefusedStoreException refused(String reason) {
        return new RefusedStoreException(where + " " + reason + ".");
    }
}
