package io.giza.standalone.control;

import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;

import java.util.List;
import java.util.Optional;

/**
 * How the stores of data centers stand, as one of their recovery workers learned when it was asked.
 *
 * @param dcs what it says of each
 */
public record StoreStates(List<DcStores> dcs) {
    public StoreStates {
        dcs = List.copyOf(dcs);
    }

    /** How the stores of one data center stand, as {@link RecoveryRequests.DcState} says. */
    public record DcStores(String dc, String table, String fragments) {
        /** Tells whether neither its table nor its fragments are still being filled. */
        public boolean isFilled() {
            return !table.equals("joining") && !fragments.equals("joining");
        }

        /** Tells whether both stores answered the recovery worker. */
        public boolean isAnswering() {
            return !table.equals("silent") && !fragments.equals("silent");
        }
    }

    /** Asks a recovery worker of those that are up what it knows of {@code dcs}. */
    public static StoreStates of(List<DcStatus> dcs, String token) {
        Optional<WorkerClient> worker =
                WorkerClient.ofRecoveryWorkers(dcs, token).stream().findFirst();
        List<String> names = dcs.stream().map(DcStatus::name).toList();
        return new StoreStates(
                worker.map(StoreStates::query).orElse(List.of()).stream()
                        .filter(each -> names.contains(each.dc()))
                        .toList());
    }

    /** Asks a recovery worker. */
    public static List<DcStores> query(WorkerClient worker) {
        return List.of(worker.send("GET", RecoveryRequests.MEMBERS, DcStores[].class));
    }

    /**
     * Requires that all of them answer.
     *
     * @throws RefusedException if one does not
     */
    public void requireAnswers() {
        for (DcStores each : dcs) {
            if (!each.isAnswering()) {
                throw new RefusedException(
                        each.dc()
                                + " does not answer: start it first with 'dc start "
                                + each.dc()
                                + "'.");
            }
        }
    }

    /**
     * Requires that none of them is still being filled.
     *
     * @throws RefusedException if one is, or nobody says
     */
    public void requireFilled() {
        if (dcs.isEmpty()) {
            throw new RefusedException(
                    "none of the other data centers is up to say what it has: start them first.");
        }
        for (DcStores each : dcs) {
            if (!each.isFilled()) {
                throw new RefusedException(
                        each.dc()
                                + " is still being filled: wait until 'recovery status' says no"
                                + " more of it.");
            }
        }
    }
}
