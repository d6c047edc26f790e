package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Asks data centers for the same page of rows. Who is silent for a phase is asked again, as often
 * as there is time for, as readers of one row do ({@code VersionReader}); who fails is not.
 */
public final class PageQuery {
    private final MetadataGroup group;
    private final CommitSettings settings;

    public PageQuery(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /**
     * Asks.
     *
     * @param enough tells by the number of pages whether to wait for more
     * @return the pages of those that answered by the deadline
     */
    public Map<DcName, RowPage> read(
            Scan scan, Set<DcName> dcs, IntPredicate enough, Deadline deadline) {
        Fanout<DcName, RowPage> fanout = group.newFanout();
        Map<DcName, Integer> unanswered = new LinkedHashMap<>();
        Map<DcName, RowPage> pages = new HashMap<>();
        dcs.forEach(dc -> read(fanout, dc, scan, unanswered));
        Deadline end = phaseEnd(deadline);
        while (!unanswered.isEmpty() && !enough.test(pages.size())) {
            Optional<Arrival<DcName, RowPage>> arrival = fanout.next(end);
            if (arrival.isPresent()) {
                collect(arrival.get(), unanswered, pages);
            } else if (deadline.hasPassed(group.surroundings().time())) {
                break;
            } else {
                List.copyOf(unanswered.keySet()).forEach(dc -> read(fanout, dc, scan, unanswered));
                end = phaseEnd(deadline);
            }
        }
        return pages;
    }

    private void read(
            Fanout<DcName, RowPage> fanout, DcName dc, Scan scan, Map<DcName, Integer> unanswered) {
        unanswered.merge(dc, 1, Integer::sum);
        fanout.ask(dc, dc, () -> group.scan(dc, scan));
    }

    private void collect(
            Arrival<DcName, RowPage> arrival,
            Map<DcName, Integer> unanswered,
            Map<DcName, RowPage> pages) {
        switch (arrival) {
            case Arrival.Answered<DcName, RowPage> answered -> {
                unanswered.remove(answered.dc());
                pages.putIfAbsent(answered.dc(), answered.answer());
            }
            case Arrival.Failed<DcName, RowPage> failed ->
                    unanswered.computeIfPresent(
                            failed.dc(), (_, sent) -> sent > 1 ? sent - 1 : null);
        }
    }

    private Deadline phaseEnd(Deadline deadline) {
        return settings.phaseEnd(group.surroundings().time(), deadline);
    }
}
