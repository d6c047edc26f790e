package io.giza.commit;

import io.giza.commit.VersionReader.Hint;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads one row as a hint, at home if home answers. */
final class NearestReader {
    private final MetadataGroup group;
    private final CommitSettings settings;

    public NearestReader(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /** Asks the nearest data center, and the others too once it is late or fails. */
    public Optional<Hint> read(ObjectKey key, Deadline deadline) {
        Message message = new Message(key, new Request.Read(group.epoch(), 0), null);
        DcName first = group.nearest();
        Set<DcName> others = new LinkedHashSet<>(group.names());
        others.remove(first);
        Fanout<DcName, Answer> fanout = group.newFanout();
        group.ask(fanout, first, first, message);
        Deadline end = group.surroundings().time().after(settings.phaseTimeout()).earlier(deadline);
        Deadline hedge = group.surroundings().time().after(settings.hedge()).earlier(end);
        boolean mustWait = !group.suspicion().isSuspect(first);
        for (int pending = 1; pending > 0 || !others.isEmpty(); ) {
            Optional<Arrival<DcName, Answer>> arrival =
                    mustWait ? fanout.next(others.isEmpty() ? end : hedge) : Optional.empty();
            mustWait = true;
            if (arrival.isPresent()) {
                pending--;
                if (arrival.get() instanceof Arrival.Answered<DcName, Answer> answered
                        && answered.answer().reply() instanceof Reply.Current current) {
                    return Optional.of(new Hint(answered.dc(), current.row()));
                }
            } else if (others.isEmpty()) {
                return Optional.empty();
            }
            others.forEach(dc -> group.ask(fanout, dc, dc, message));
            pending += others.size();
            others.clear();
        }
        return Optional.empty();
    }
}
