package io.giza.gc.sweep;

import io.giza.commit.VersionCloser;
import io.giza.concurrent.Deadline;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Passes over the rows of all data centers with undecided versions. A version that one pass finds
 * open and the next one as well was left by whoever offered it, and is closed, so that it does not
 * happen at some later time that nobody expects.
 *
 * <p>That it is found twice keeps writes that are under way from being disturbed, and is no part of
 * safety. Used by one task.
 */
public final class UndecidedSweep {
    private static final Logger LOG = LoggerFactory.getLogger(UndecidedSweep.class);
    private static final int PAGE = 1000;

    /** More than these are left to the passes after the next. */
    private static final int MAX_REMEMBERED = 10_000;

    private final VersionAccess access;
    private final Pacer pacer;
    private final Consumer<VersionCloser.Outcome> tally;
    private Set<OpenVersion> previouslyOpen = new HashSet<>();
    private Set<DcName> silentDcs = Set.of();

    private record OpenVersion(ObjectKey key, long generation, long version) {}

    /** How a pass over a data center ended. */
    private enum PassResult {
        FINISHED,
        SILENT,
        INTERRUPTED
    }

    /**
     * Wires a sweep.
     *
     * @param tally hears how closing each version ended
     */
    public UndecidedSweep(
            VersionAccess access, Pacer pacer, Consumer<VersionCloser.Outcome> tally) {
        this.access = access;
        this.pacer = pacer;
        this.tally = tally;
    }

    /**
     * Goes over key spaces in each data center. Who does not answer is left for this pass, and
     * comes last in the next one: it costs the others one call.
     *
     * @param mayContinue asked before each page
     * @return whether it came to the end of all who answer
     */
    public boolean sweep(Collection<BucketId> spaces, BooleanSupplier mayContinue) {
        Set<OpenVersion> found = new HashSet<>();
        Set<DcName> silent = new TreeSet<>();
        Set<DcName> unfinished = new TreeSet<>();
        for (DcName dc : dcsSilentLast()) {
            switch (sweep(dc, spaces, found, mayContinue)) {
                case FINISHED -> {}
                case SILENT -> silent.add(dc);
                case INTERRUPTED -> unfinished.add(dc);
            }
        }
        if (!silent.isEmpty() || !unfinished.isEmpty()) {
            // What was found there may still be there.
            previouslyOpen.stream()
                    .limit(MAX_REMEMBERED - Math.min(MAX_REMEMBERED, found.size()))
                    .forEach(found::add);
        }
        previouslyOpen = found;
        logSilent(silent);
        silentDcs = silent;
        return unfinished.isEmpty();
    }

    private List<DcName> dcsSilentLast() {
        return access.metadata().group().names().stream()
                .sorted(Comparator.comparing(silentDcs::contains))
                .toList();
    }

    /** An outage is told of once, not on each pass. */
    private void logSilent(Set<DcName> silent) {
        if (!silent.equals(silentDcs)) {
            LOG.atDebug().addKeyValue("away", silent).log("data centers left out of this look");
        }
    }

    private PassResult sweep(
            DcName dc,
            Collection<BucketId> spaces,
            Set<OpenVersion> found,
            BooleanSupplier mayContinue) {
        for (BucketId space : spaces) {
            PassResult end = sweep(dc, space, found, mayContinue);
            if (end != PassResult.FINISHED) {
                return end;
            }
        }
        return PassResult.FINISHED;
    }

    private PassResult sweep(
            DcName dc, BucketId space, Set<OpenVersion> found, BooleanSupplier mayContinue) {
        Optional<Scan> next = Optional.of(new Scan(space, "", "", true, PAGE));
        while (next.isPresent()) {
            if (!mayContinue.getAsBoolean()) {
                return PassResult.INTERRUPTED;
            }
            Optional<RowPage> page = page(dc, next.get().ofUndecided());
            if (page.isEmpty()) {
                return PassResult.SILENT;
            }
            page.get().rows().forEach(row -> visit(new ObjectKey(space, row.name()), row, found));
            next = next.get().next(page.get());
        }
        return PassResult.FINISHED;
    }

    /** Nothing rests after a data center that did not answer: it did no work. */
    private Optional<RowPage> page(DcName dc, Scan scan) {
        try {
            return Optional.of(pacer.look(() -> access.metadata().group().scan(dc, scan)));
        } catch (ReplicaException e) {
            LOG.atDebug().addKeyValue("of", dc).setCause(e).log("does not show its rows");
            return Optional.empty();
        }
    }

    private void visit(ObjectKey key, NamedRow named, Set<OpenVersion> found) {
        Row row = named.row();
        if (row.open().vote() == null) {
            return;
        }
        OpenVersion open = new OpenVersion(key, row.generation(), row.chosen() + 1);
        boolean closes = previouslyOpen.contains(open);
        if (!(closes && close(open)) && found.size() < MAX_REMEMBERED) {
            found.add(open);
        }
    }

    private boolean close(OpenVersion open) {
        VersionCloser.Outcome[] outcome = {new VersionCloser.Open("")};
        pacer.step(
                () -> {
                    Deadline deadline = access.after(access.timeouts().commit());
                    outcome[0] =
                            access.metadata()
                                    .closer()
                                    .close(open.key(), open.generation(), open.version(), deadline);
                    if (outcome[0] instanceof VersionCloser.Closed(Row row, boolean byThis)
                            && !byThis) {
                        installEverywhere(open.key(), row);
                    }
                });
        tally.accept(outcome[0]);
        return outcome[0] instanceof VersionCloser.Closed;
    }

    /** Whoever missed the decision would be found voting for it on each second pass. */
    private void installEverywhere(ObjectKey key, Row row) {
        if (row.chosen() > 0) {
            Deadline deadline = access.after(access.timeouts().commit());
            Set<DcName> _ = access.metadata().committer().install(key, row, deadline);
        }
    }
}
