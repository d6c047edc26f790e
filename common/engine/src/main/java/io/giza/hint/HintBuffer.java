package io.giza.hint;

import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.hint.HintRecord;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Collects the writes that data centers missed, until they are hinted in rows. Hints only make
 * repair begin early: a comparison of all rows finds the writes whose hints are lost.
 */
public final class HintBuffer implements MissedWrites {
    private static final Logger LOG = LoggerFactory.getLogger(HintBuffer.class);

    /** How long after a key space was hinted it is hinted again, by name or as a whole. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private static final Duration PAUSE_OF_ALL = Duration.ofSeconds(30);

    /** Renewals of leases follow each other closely, so a late one is soon overtaken. */
    private static final String LEASES = "lease/";

    /** Names are kept up to this many bytes; beyond, key spaces are hinted as a whole. */
    private static final int MAX_NAME_BYTES = 1 << 20;

    /** Each takes about a hundred bytes. */
    private static final int MAX_TARGETS = 20_000;

    private final Surroundings surroundings;

    /** Each value is used within {@code compute} alone, until it is taken. */
    private final Map<Target, Missed> missed = new ConcurrentHashMap<>();

    private final AtomicInteger nameBytes = new AtomicInteger();
    private final AtomicInteger omitted = new AtomicInteger();

    /** Begins with nothing missed. */
    public HintBuffer(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    private record Target(DcName dc, BucketId space) {}

    /** The missed writes of a key space since its last hint. */
    private static final class Missed {
        final Set<String> names = new HashSet<>();
        Deadline notBefore;
        boolean isOfAll;

        Missed(Deadline notBefore) {
            this.notBefore = notBefore;
        }

        boolean isEmpty() {
            return names.isEmpty() && !isOfAll;
        }
    }

    @Override
    public void missed(DcName dc, ObjectKey key) {
        if (!isWrittenSoon(dc, key)) {
            change(new Target(dc, key.bucket()), writes -> add(writes, key.name()));
        }
    }

    /**
     * Whether another write to the row follows anyway, as after the repair of a hint. Hints at the
     * hints of the system's own rows would follow each other without end.
     */
    private static boolean isWrittenSoon(DcName dc, ObjectKey key) {
        return key.bucket().equals(BucketId.SYSTEM)
                && (key.name().startsWith(LEASES)
                        || key.name().startsWith(ObjectKey.HINTS + dc + "/")
                        || (key.name().startsWith(ObjectKey.HINTS)
                                && key.name().endsWith("/" + BucketId.SYSTEM)));
    }

    private void change(Target target, Consumer<Missed> change) {
        if (missed.size() >= MAX_TARGETS && !missed.containsKey(target)) {
            omitted.incrementAndGet();
            return;
        }
        missed.compute(
                target,
                (_, held) -> {
                    Missed writes = held == null ? new Missed(after(Duration.ZERO)) : held;
                    change.accept(writes);
                    return writes;
                });
    }

    private void add(Missed writes, String name) {
        if (writes.isOfAll || writes.names.contains(name)) {
            return;
        }
        int bytes = bytes(Set.of(name));
        if (writes.names.size() < HintRecord.MAX_KEYS
                && nameBytes.get() + bytes <= MAX_NAME_BYTES) {
            writes.names.add(name);
            nameBytes.addAndGet(bytes);
        } else {
            hintAll(writes);
        }
    }

    private void hintAll(Missed writes) {
        nameBytes.addAndGet(-bytes(writes.names));
        writes.names.clear();
        writes.isOfAll = true;
    }

    private static int bytes(Set<String> names) {
        return names.stream().mapToInt(name -> name.getBytes(StandardCharsets.UTF_8).length).sum();
    }

    private Deadline after(Duration time) {
        return surroundings.time().after(time);
    }

    /**
     * Writes hints into rows. Hints that cannot be written are kept for the next flush.
     *
     * @param isLast whether this is the last flush of the process, which ignores pauses
     * @param end after this, no other row is written
     */
    public void flush(HintRows rows, boolean isLast, Deadline end) {
        int count = omitted.getAndSet(0);
        if (count > 0) {
            LOG.atWarn().addKeyValue("writes", count).log("too many key spaces to hint at all");
        }
        for (Target target : List.copyOf(missed.keySet())) {
            if (!end.hasPassed(surroundings.time())) {
                take(target, isLast).ifPresent(writes -> flush(rows, target, writes));
            }
        }
    }

    private void flush(HintRows rows, Target target, Missed writes) {
        Optional<HintRecord> hinted = Optional.empty();
        try {
            hinted = rows.change(target.dc(), target.space(), held -> merge(held, writes));
        } finally {
            if (hinted.isEmpty()) {
                writes.names.forEach(name -> change(target, kept -> add(kept, name)));
                if (writes.isOfAll) {
                    change(target, this::hintAll);
                }
            }
        }
        hinted.map(now -> now.isOfAll() ? PAUSE_OF_ALL : PAUSE)
                .ifPresent(pause -> change(target, next -> next.notBefore = after(pause)));
    }

    private HintRecord merge(HintRecord held, Missed writes) {
        long stamp = surroundings.random().nextLong() | 1;
        return writes.isOfAll ? held.withAll(stamp) : held.with(writes.names, stamp);
    }

    /** Takes the writes to be hinted now; empty during a pause. */
    private Optional<Missed> take(Target target, boolean isLast) {
        AtomicReference<Optional<Missed>> taken = new AtomicReference<>(Optional.empty());
        missed.computeIfPresent(
                target,
                (_, writes) -> {
                    boolean isDue = isLast || writes.notBefore.hasPassed(surroundings.time());
                    taken.set(Optional.of(writes).filter(_ -> isDue));
                    return isDue ? null : writes;
                });
        taken.get().ifPresent(writes -> nameBytes.addAndGet(-bytes(writes.names)));
        return taken.get().filter(writes -> !writes.isEmpty());
    }
}
