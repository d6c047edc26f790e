package io.giza.commit.rollback;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.membership.Membership;
import io.giza.membership.StoreProgress;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the tables note of how far a store has come, be it a table or one of fragments. A store
 * tells all others now and then; when it starts, it asks as many as are a classic quorum together
 * with itself. Then an older copy of the store is found out, unless it lacks only what the store
 * wrote after it last told.
 */
public final class ProgressNotes {
    private final long epoch;
    private final List<MetadataReplica> tables;
    private final Surroundings surroundings;

    /**
     * Asks tables.
     *
     * @param epoch the epoch of whoever asks
     * @param tables the tables that decide; not asked is the one of the data center whose store
     *     tells, since both may be older copies together
     */
    public ProgressNotes(long epoch, List<MetadataReplica> tables, Surroundings surroundings) {
        this.epoch = epoch;
        this.tables = List.copyOf(tables);
        this.surroundings = surroundings;
    }

    /** What the others said. */
    public sealed interface Verdict {
        /**
         * Nothing that they noted speaks against the store.
         *
         * @param tables how many of them would have noted it
         * @param allAnswered whether all others answered
         */
        record NoDisproof(int tables, boolean allAnswered) implements Verdict {}

        /** One of them noted what shows that the store must not serve. */
        record Disproof(String reason) implements Verdict {}
    }

    /**
     * Tells all others how far a store has come and what it noted of others, and hears what they
     * noted of it.
     *
     * @param own the store that tells
     * @param noted what it noted of others
     */
    public Verdict report(StoreProgress own, List<StoreProgress> noted, Deadline deadline) {
        List<StoreProgress> progress = new ArrayList<>(own.others(noted));
        progress.add(own);
        return gather(progress, own.dc(), own::rollbackEvidence, deadline);
    }

    /**
     * Asks all others likewise about a store that waits for the order to join, so that there is
     * nothing to tell of it.
     */
    public Verdict query(StoreProgress own, List<StoreProgress> noted, Deadline deadline) {
        return gather(own.others(noted), own.dc(), own::earlierJoinEvidence, deadline);
    }

    /** Says what the notes of a table show against a store. */
    private interface EvidenceCheck {
        Optional<String> of(List<StoreProgress> noted);
    }

    private Verdict gather(
            List<StoreProgress> progress, DcName own, EvidenceCheck judgement, Deadline deadline) {
        TableOrder order = new TableOrder.Note(epoch, progress);
        Fanout<DcName, TableReport> fanout = new Fanout<>(surroundings, own);
        int requests = 0;
        for (MetadataReplica table : tables) {
            if (!table.dc().equals(own)) {
                fanout.ask(table.dc(), table.dc(), () -> table.order(order));
                requests++;
            }
        }
        return gather(fanout, requests, judgement, deadline);
    }

    private static Verdict gather(
            Fanout<DcName, TableReport> fanout,
            int requests,
            EvidenceCheck judgement,
            Deadline deadline) {
        int tables = 0;
        int answers = 0;
        for (int i = 0; i < requests; i++) {
            Optional<Arrival<DcName, TableReport>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, TableReport> answered) {
                Membership membership = answered.answer().membership();
                Optional<String> disproof = judgement.of(membership.progress());
                if (disproof.isPresent()) {
                    return new Verdict.Disproof(disproof.get());
                }
                answers++;
                // One that is empty noted nothing because it was not there.
                tables += membership.isInitialized() && !membership.isJoining() ? 1 : 0;
            }
        }
        return new Verdict.NoDisproof(tables, answers == requests);
    }

    /**
     * Tells whether so many others are a classic quorum, together with the table of the data center
     * whose store asked, if it has one.
     */
    public boolean isEnough(StoreProgress own, int others) {
        boolean isOfOne = tables.stream().anyMatch(table -> table.dc().equals(own.dc()));
        return Quorums.of(tables.size()).isClassic(isOfOne ? others + 1 : others);
    }
}
