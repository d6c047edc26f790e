package io.giza.gc.event;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.ParallelTasks;
import io.giza.concurrent.Surroundings;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;
import io.giza.worker.Job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks for events in the rows of each data center in turn, since an acknowledged one is in those
 * of a quorum, and tells webhooks of them. The rows of a webhook are divided among a few tasks, so
 * that within a look no webhook waits for another one.
 */
public final class EventJob implements Job {
    private static final int PAGE = 500;
    private static final int TASKS = 8;

    /** A webhook that is slow holds up others for no longer, but for its one answer. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

    private final VersionAccess access;
    private final LaneDelivery delivery;
    private final EventListener listener;
    private final List<DcName> dcs;
    private final Map<ObjectKey, Lane> lanes = new TreeMap<>();
    private int passes;

    /**
     * Makes the job.
     *
     * @param dcs the metadata data centers
     */
    public EventJob(
            VersionAccess access, LaneDelivery delivery, EventListener listener, List<DcName> dcs) {
        this.access = access;
        this.delivery = delivery;
        this.listener = listener;
        this.dcs = List.copyOf(dcs);
    }

    @Override
    public String name() {
        return "gc/events";
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        Optional<ReplicaException> failure = look(dcs.get(passes++ % dcs.size()));
        Deadline end = access.after(LONGEST_LOOK);
        List<Supplier<Boolean>> work =
                lanes.values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        EventJob::task, TreeMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .<Supplier<Boolean>>map(part -> () -> deliver(part, end, mayContinue))
                        .toList();
        if (!work.isEmpty()) {
            ParallelTasks.runAll(access.surroundings(), "events", work);
        }
        report();
        lanes.values().removeIf(Lane::isGone);
        if (failure.isPresent()) {
            throw failure.get();
        }
        return mayContinue.getAsBoolean();
    }

    private static String task(Lane lane) {
        return lane.webhook() + "/" + Math.floorMod(lane.key().name().hashCode(), TASKS);
    }

    private boolean deliver(List<Lane> part, Deadline end, BooleanSupplier mayContinue) {
        for (Lane lane : part) {
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            delivery.deliver(lane, end);
        }
        return true;
    }

    /** Finds rows in which something is, as one data center has them. */
    private Optional<ReplicaException> look(DcName dc) {
        Optional<Scan> next =
                Optional.of(
                        new Scan(BucketId.SYSTEM, ObjectKey.EVENTS, ObjectKey.EVENTS, true, PAGE));
        try {
            while (next.isPresent()) {
                Scan scan = next.get();
                RowPage page = access.metadata().group().scan(dc, scan);
                page.rows().stream().filter(row -> isInUse(row.row())).forEach(this::add);
                next = scan.next(page);
            }
            return Optional.empty();
        } catch (ReplicaException e) {
            return Optional.of(e);
        }
    }

    /** A vote may be one for an event that was acknowledged and that no row calls chosen. */
    private static boolean isInUse(Row row) {
        return row.chosen() > 0 || row.open().vote() != null;
    }

    private void add(NamedRow row) {
        ObjectKey key = new ObjectKey(BucketId.SYSTEM, row.name());
        lanes.computeIfAbsent(key, each -> new Lane(each, access.surroundings()));
    }

    private void report() {
        Map<String, List<Lane>> byWebhook =
                lanes.values().stream()
                        .collect(
                                Collectors.groupingBy(
                                        Lane::webhook, TreeMap::new, Collectors.toList()));
        byWebhook.forEach(
                (webhook, own) ->
                        listener.backlog(
                                webhook, own.stream().mapToLong(Lane::size).sum(), oldest(own)));
    }

    private Duration oldest(List<Lane> own) {
        Surroundings surroundings = access.surroundings();
        Instant now = surroundings.time().instant();
        return own.stream()
                .flatMap(lane -> lane.pending().values().stream())
                .map(each -> each.event().time())
                .min(Comparator.naturalOrder())
                .map(first -> Duration.between(first, now))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
    }
}
