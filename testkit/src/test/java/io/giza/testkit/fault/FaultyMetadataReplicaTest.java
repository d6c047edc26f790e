package io.giza.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

class FaultyMetadataReplicaTest {
    private static final MetadataReplica.Message READ =
            new MetadataReplica.Message(Samples.key("k"), new Request.Read(1, 7), null);
    private static final MetadataReplica.Answer ANSWER =
            new MetadataReplica.Answer(new Reply.Current(Row.empty(1, 2)), null);
    private static final int MESSAGES = 100;
    private static final int MANY = 3000;

    @Test
    void someMessagesAndAnswersCrossTheNetworkAsTheBytesOfProduction() {
        List<MetadataReplica.Message> received = new ArrayList<>();
        List<MetadataReplica.Answer> answers = new ArrayList<>();
        Simulation.run(
                1,
                simulation -> {
                    Network network =
                            new Network(simulation.surroundings("network"), FaultPlan.CALM);
                    MetadataReplica replica =
                            new FaultyMetadataReplica(
                                    new Recording(received),
                                    network.link(Samples.dc(1), Samples.dc(2)));
                    for (int i = 0; i < MESSAGES; i++) {
                        answers.add(sent(replica));
                    }
                });
        assertThat(received).hasSize(MESSAGES).containsOnly(READ);
        assertThat(answers).hasSize(MESSAGES).containsOnly(ANSWER);
        assertThat(instances(received)).hasSizeBetween(4, 30).contains(READ);
        assertThat(instances(answers)).hasSizeBetween(4, 30).contains(ANSWER);
    }

    @Test
    void whatTheNetworkChangedIsRefusedUnlessNobodyComparesChecksums() {
        assertThat(received(false)).hasSizeLessThan(MANY).containsOnly(READ);
        assertThat(received(true)).isNotEmpty().anyMatch(message -> !message.equals(READ));
    }

    private static List<MetadataReplica.Message> received(boolean ignoringChecksums) {
        List<MetadataReplica.Message> received = new ArrayList<>();
        Simulation.run(
                1,
                simulation -> {
                    var rates = new FaultPlan.Rates(1e-9, 0, 0, 0, 0);
                    FaultPlan lossy = FaultPlan.CALM.withRates(rates);
                    Network network = new Network(simulation.surroundings("network"), lossy);
                    if (ignoringChecksums) {
                        network.ignoreChecksums();
                    }
                    MetadataReplica replica =
                            new FaultyMetadataReplica(
                                    new Recording(received),
                                    network.link(Samples.dc(1), Samples.dc(2)));
                    for (int i = 0; i < MANY; i++) {
                        try {
                            replica.send(READ);
                        } catch (ReplicaException.Refused | ReplicaException.Failed e) {
                            assertThat(e).hasMessageMatching(".*(damaged on the way|unreadable)");
                        }
                    }
                });
        return received;
    }

    /** Those that were not read from bytes are one and the same. */
    private static <T> Set<T> instances(List<T> all) {
        Set<T> instances = Collections.newSetFromMap(new IdentityHashMap<>());
        instances.addAll(all);
        return instances;
    }

    private static MetadataReplica.Answer sent(MetadataReplica replica) {
        try {
            return replica.send(READ);
        } catch (ReplicaException e) {
            throw new AssertionError(e);
        }
    }

    private record Recording(List<Message> received) implements MetadataReplica {
        @Override
        public DcName dc() {
            return Samples.dc(2);
        }

        @Override
        public Answer send(Message message) {
            received.add(message);
            return ANSWER;
        }

        @Override
        public RowPage scan(Scan scan) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TableReport order(TableOrder order) {
            throw new UnsupportedOperationException();
        }

        @Override
        public History history(Range range) {
            throw new UnsupportedOperationException();
        }
    }
}
