package io.giza.standalone;

import io.giza.recovery.RecoveryController;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Optional;

/**
 * How the stores of data centers stand, as one of their recovery workers learned when it was asked.
 *
 * @param dcs what it says of each
 */
record StoreStandings(List<Standing> dcs) {
    StoreStandings {
        dcs = List.copyOf(dcs);
    }

    /** How the stores of one data center stand, in the words of {@link RecoveryController}. */
    record Standing(String dc, String table, String fragments) {
        boolean isFilled() {
            return !table.equals("joining") && !fragments.equals("joining");
        }

        boolean answers() {
            return !table.equals("silent") && !fragments.equals("silent");
        }
    }

    /** Asks a recovery worker of those that are up what it knows of {@code some}. */
    static StoreStandings of(List<DcStatus> some, String token) {
        Optional<AdminClient> worker = AdminClient.ofRecoveries(some, token).stream().findFirst();
        List<String> names = some.stream().map(DcStatus::name).toList();
        return new StoreStandings(
                worker.map(StoreStandings::ask).orElse(List.of()).stream()
                        .filter(each -> names.contains(each.dc()))
                        .toList());
    }

    /** Asks a recovery worker. */
    static List<Standing> ask(AdminClient worker) {
        JsonNode members =
                WorkerAnswers.JSON.readTree(worker.send("GET", RecoveryController.MEMBERS));
        return members.valueStream()
                .map(
                        each ->
                                new Standing(
                                        each.path("dc").asString(""),
                                        each.path("table").asString(""),
                                        each.path("fragments").asString("")))
                .toList();
    }

    /**
     * Requires that all of them answer.
     *
     * @throws RefusedException if one does not
     */
    void requireAnswers() {
        for (Standing each : dcs) {
            if (!each.answers()) {
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
    void requireFilled() {
        if (dcs.isEmpty()) {
            throw new RefusedException(
                    "none of the other data centers is up to say what it has: start them first.");
        }
        for (Standing each : dcs) {
            if (!each.isFilled()) {
                throw new RefusedException(
                        each.dc()
                                + " is still being filled: wait until 'recovery status' says no"
                                + " more of it.");
            }
        }
    }
}
