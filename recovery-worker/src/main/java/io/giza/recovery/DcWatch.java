package io.giza.recovery;

import io.giza.commit.CommitSettings;
import io.giza.commit.RowComparison;
import io.giza.concurrent.Inbox;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.version.VersionAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Looks from time to time which data centers answer, and tells when one is back. */
final class DcWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DcWatch.class);

    /** A page of what is not there. */
    private static final Scan ANY = new Scan(BucketId.SYSTEM, "watch/", "watch/", true, 1);

    private final VersionAccess access;
    private final Duration interval;
    private final Consumer<DcName> back;
    private final Inbox<Boolean> ends;
    private volatile Set<DcName> away = Set.of();
    private volatile boolean stopped;

    DcWatch(VersionAccess access, Duration interval, Consumer<DcName> back) {
        this.access = access;
        this.interval = interval;
        this.back = back;
        this.ends = access.surroundings().tasks().inbox(1);
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
        ends.offer(true, access.after(Duration.ZERO));
    }

    private void run() {
        while (!stopped) {
            look();
            ends.take(access.after(interval));
        }
    }

    private void look() {
        Set<DcName> silent = silent();
        Set<DcName> returned = new TreeSet<>(away);
        returned.removeAll(silent);
        silent.stream()
                .filter(dc -> !away.contains(dc))
                .forEach(dc -> LOG.atWarn().addKeyValue("of", dc).log("does not answer"));
        away = Set.copyOf(silent);
        for (DcName dc : returned) {
            LOG.atInfo().addKeyValue("of", dc).log("is back");
            back.accept(dc);
        }
    }

    private Set<DcName> silent() {
        return new RowComparison(access.metadata(), CommitSettings.DEFAULTS)
                .page(ANY, access.after(access.patience().look()))
                .map(RowComparison.Page::silent)
                .orElse(access.metadata().group().names());
    }
}
