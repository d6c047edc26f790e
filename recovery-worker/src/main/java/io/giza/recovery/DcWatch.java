package io.giza.recovery;

import io.giza.commit.RowComparison;
import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/** Looks from time to time which data centers answer, and tells when one is back. */
final class DcWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DcWatch.class);

    /** A page of what is not there. */
    private static final Scan EMPTY_SCAN = new Scan(BucketId.SYSTEM, "watch/", "watch/", true, 1);

    /** A fragment that is not there. */
    private static final FragmentId ABSENT_FRAGMENT =
            new FragmentId(
                    "watch",
                    new ObjectKey(BucketId.SYSTEM, "watch/"),
                    new PutId(new UUID(0, 0)),
                    0);

    private final VersionAccess access;
    private final Duration interval;
    private final Runnable beforeCheck;
    private final Consumer<DcName> onReturn;
    private final Inbox<Boolean> stopSignal;
    private volatile Set<DcName> away = Set.of();
    private volatile boolean stopped;

    /**
     * Makes the watch.
     *
     * @param beforeCheck what is done before each look: the epoch is ordered of who has not got it,
     *     for no lease is there before
     * @param onReturn hears who is back
     */
    DcWatch(
            VersionAccess access,
            Duration interval,
            Runnable beforeCheck,
            Consumer<DcName> onReturn) {
        this.access = access;
        this.interval = interval;
        this.beforeCheck = beforeCheck;
        this.onReturn = onReturn;
        this.stopSignal = access.surroundings().tasks().inbox(1);
    }

    /** Returns those that did not answer when they were asked last. */
    List<DcName> away() {
        return away.stream().sorted().toList();
    }

    void start() {
        access.surroundings().tasks().fork("watch", this::run);
    }

    void stop() {
        stopped = true;
        stopSignal.offer(true, access.after(Duration.ZERO));
    }

    private void run() {
        while (!stopped) {
            beforeCheck.run();
            check();
            stopSignal.take(access.after(interval));
        }
    }

    private void check() {
        Set<DcName> silent = findSilent();
        Set<DcName> returned = new TreeSet<>(away);
        returned.removeAll(silent);
        silent.stream()
                .filter(dc -> !away.contains(dc))
                .forEach(dc -> LOG.atWarn().addKeyValue("of", dc).log("does not answer"));
        away = Set.copyOf(silent);
        for (DcName dc : returned) {
            LOG.atInfo().addKeyValue("of", dc).log("is back");
            onReturn.accept(dc);
        }
    }

    private Set<DcName> findSilent() {
        Set<DcName> silent = new TreeSet<>(findSilentStores());
        silent.addAll(
                new RowComparison(access.metadata(), CommitSettings.DEFAULTS)
                        .page(EMPTY_SCAN, access.after(access.timeouts().probe()))
                        .map(RowComparison.Page::silent)
                        .orElse(access.metadata().group().names()));
        return silent;
    }

    /** Fragments also lie in data centers without rows, and may be out of reach where rows are. */
    private Set<DcName> findSilentStores() {
        Fanout<DcName, Boolean> fanout =
                new Fanout<>(access.surroundings(), access.metadata().group().home());
        access.fragments().forEach((dc, store) -> fanout.ask(dc, dc, () -> answers(store)));
        Deadline deadline = access.after(access.timeouts().probe());
        Set<DcName> silent = new TreeSet<>(access.fragments().keySet());
        for (int heard = 0; heard < access.fragments().size(); heard++) {
            Optional<Arrival<DcName, Boolean>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, Boolean>(DcName dc, _, _)) {
                silent.remove(dc);
            }
        }
        return silent;
    }

    private static boolean answers(FragmentStore store) throws ReplicaException {
        try {
            if (store.read(ABSENT_FRAGMENT, 0, 1)
                    instanceof FragmentRead.Found(InputStream bytes)) {
                bytes.close();
            }
            return true;
        } catch (ReplicaException.NotReady | ReplicaException.Throttled e) {
            // It is there, and said something.
            return true;
        } catch (IOException e) {
            throw new ReplicaException.Failed(store.dc(), String.valueOf(e.getMessage()), e);
        }
    }
}
