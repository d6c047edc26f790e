package io.giza.simulation.consensus;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A row that began long ago, so that parts of it are in segments, and news of the data of its
 * versions that come late, some now, some then, to any data center.
 */
final class LateResolutions {
    private static final int LONGEST_HISTORY = 50;
    private static final int RESOLUTIONS = 15;

    private final Simulation simulation;
    private final ObjectKey key;
    private final Duration pause;
    private final List<Value> values = new ArrayList<>();

    /** Lets the row {@code key} of the cluster begin with many versions. */
    LateResolutions(
            Simulation simulation, SimulatedCluster cluster, ObjectKey key, Duration pause) {
        this.simulation = simulation;
        this.key = key;
        this.pause = pause;
        RandomGenerator random = simulation.surroundings("news").random();
        for (int left = 1 + random.nextInt(LONGEST_HISTORY); left > 0; left--) {
            PutId id = PutId.random(random);
            OpId op = OpId.random(random);
            values.add(new Value(1, id, 0, op, new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY)));
        }
        cluster.prefill(key, values, random);
    }

    /** Tells the news, and {@code ends} how that ended. */
    void send(Gateway messenger, Consumer<String> ends) {
        RandomGenerator chance = simulation.surroundings(messenger.name()).random();
        List<MetadataReplica> replicas =
                List.copyOf(messenger.metadata().group().replicas().values());
        for (int i = 0; i < RESOLUTIONS; i++) {
            long wait = chance.nextLong(pause.toNanos());
            messenger.surroundings().time().sleep(Duration.ofNanos(wait));
            int version = 1 + chance.nextInt(values.size());
            Value value = values.get(version - 1);
            Entry entry = new Entry(version, value, Entry.Resolution.VISIBLE);
            Request resolution = new Request.Commit(1, 0, List.of(entry));
            try {
                replicas.get(chance.nextInt(replicas.size()))
                        .send(new Message(key, resolution, null));
                ends.accept("told");
            } catch (ReplicaException e) {
                ends.accept("not told");
            }
        }
    }
}
