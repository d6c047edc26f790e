package io.giza.simulation.membership;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.KeyLister;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Reads, lists and appends to a few rows, and compares each answer with what is chosen. */
public final class RowClient {
    private static final List<ObjectKey> KEYS =
            List.of(Samples.key("a"), Samples.key("b"), Samples.key("c"));

    private final Simulation simulation;
    private final VoteOracle oracle;
    private final Map<String, Integer> ends;

    /**
     * Makes a client.
     *
     * @param ends counts how operations ended
     */
    public RowClient(Simulation simulation, VoteOracle oracle, Map<String, Integer> ends) {
        this.simulation = simulation;
        this.oracle = oracle;
        this.ends = ends;
    }

    /** Does something with one of the rows, and returns whether it was done. */
    public boolean act(MetadataPath path, RandomGenerator chance) {
        ObjectKey key = KEYS.get(chance.nextInt(KEYS.size()));
        return switch (chance.nextInt(8)) {
            case 0, 1 -> read(path, key);
            case 2 -> list(path);
            default -> append(path, key, chance);
        };
    }

    /** Reads all rows: what a quorum knows is what is chosen. */
    public void readAtLast(MetadataPath path) {
        for (ObjectKey key : KEYS) {
            if (!(path.reader().read(key, deadlineAfter(60))
                    instanceof VersionReader.Latest latest)) {
                throw new AssertionError("no answer over a healthy network");
            }
            oracle.checkKnown(key, latest.row());
            long chosen = oracle.chosen(key).size();
            check(latest.row().chosen() == chosen, latest + " at last, " + chosen + " are chosen");
        }
        list(path);
    }

    private boolean read(MetadataPath path, ObjectKey key) {
        long askedAt = oracle.now();
        return switch (path.reader().read(key, deadlineAfter(5))) {
            case VersionReader.Latest latest -> {
                count("read");
                oracle.checkKnown(key, latest.row());
                oracle.checkLatest(key, latest.row(), askedAt);
                yield true;
            }
            case VersionReader.Unavailable _ -> {
                count("read unavailable");
                yield false;
            }
        };
    }

    private boolean list(MetadataPath path) {
        long askedAt = oracle.now();
        Scan scan = new Scan(Samples.BUCKET, "", "", true, KEYS.size() + 1);
        if (path.lister().list(scan, deadlineAfter(5)) instanceof KeyLister.Rows rows
                && !rows.more()) {
            count("list");
            Map<String, Row> named = new TreeMap<>();
            rows.rows().forEach((NamedRow each) -> named.put(each.name(), each.row()));
            for (ObjectKey key : KEYS) {
                Row row = named.getOrDefault(key.name(), Row.ABSENT);
                oracle.checkKnown(key, row);
                oracle.checkLatest(key, row, askedAt);
            }
            return true;
        }
        return false;
    }

    private boolean append(MetadataPath path, ObjectKey key, RandomGenerator chance) {
        long askedAt = oracle.now();
        Row start =
                path.reader()
                        .nearest(key, deadlineAfter(1))
                        .map(VersionReader.Hint::row)
                        .orElse(Row.ABSENT);
        oracle.checkKnown(key, start);
        Value value =
                new Value(
                        1,
                        PutId.random(chance),
                        start.fence(),
                        OpId.random(chance),
                        new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
        CommitResult result =
                path.committer().append(key, Draft.of(value), start, null, deadlineAfter(5));
        count(result.getClass());
        switch (result) {
            case CommitResult.Committed committed -> {
                oracle.checkKnown(key, committed.row());
                VoteOracle.Chosen chosen = oracle.chosen(key).get((int) committed.version() - 1);
                check(chosen.value().isSame(value), "lost after it was acknowledged: " + value);
                check(chosen.moment() > askedAt, value + " was chosen before it was asked for");
            }
            case CommitResult.Repeated _,
                    CommitResult.Withdrawn _,
                    CommitResult.Fenced _,
                    CommitResult.Unavailable _ ->
                    oracle.checkNeverChosen(key, value.id());
            case CommitResult.Unknown _ -> {}
        }
        return result instanceof CommitResult.Committed;
    }

    private void count(Class<?> end) {
        count(end.getSimpleName());
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    /** All clocks run alike; they differ in what time they show. */
    private Deadline deadlineAfter(long seconds) {
        return simulation.scenario().time().after(Duration.ofSeconds(seconds));
    }
}
