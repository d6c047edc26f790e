package io.giza.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Surroundings;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Quorums;
import io.giza.paxos.Reply;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.Suspicion;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.replica.Topology;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What a process that works with the first topology hears from tables that went on. */
class TopologyRowTest {
    private static final List<DcName> DCS =
            List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));

    @Test
    void aLaterOneThatNoTableServesIsNotSkippedTo() {
        Map<DcName, Reply> replies =
                Map.of(
                        DCS.get(0), new Reply.StaleEpoch(row(2, 3)),
                        DCS.get(2), new Reply.StaleEpoch(row(2, 2)));

        TopologyRow.Known known = later(replies).orElseThrow();

        assertThat(known.topology().epoch()).isEqualTo(2);
        assertThat(known.isRaised()).isTrue();
    }

    @Test
    void theNewestIsTakenThatATableServes() {
        TopologyRow.Known known =
                later(
                                Map.of(
                                        DCS.get(0), new Reply.StaleEpoch(row(3, 3)),
                                        DCS.get(1), new Reply.Current(row(1, 2))))
                        .orElseThrow();

        assertThat(known.topology().epoch()).isEqualTo(3);
        assertThat(known.isRaised()).isTrue();
    }

    @Test
    void theNextOneIsTakenThoughNoTableServesIt() {
        TopologyRow.Known known =
                later(Map.of(DCS.get(1), new Reply.Current(row(1, 2)))).orElseThrow();

        assertThat(known.topology().epoch()).isEqualTo(2);
        assertThat(known.isRaised()).isFalse();
        assertThat(known.knowing()).containsExactly(DCS.get(1));
    }

    @Test
    void withoutALaterOneThereIsNone() {
        assertThat(later(Map.of(DCS.get(0), new Reply.Current(row(1, 1))))).isEmpty();
    }

    /** Returns what a process of the first epoch finds; who has no reply is away. */
    private static Optional<TopologyRow.Known> later(Map<DcName, Reply> replies) {
        List<Optional<TopologyRow.Known>> found = new ArrayList<>();
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.surroundings("process");
                    Map<DcName, MetadataReplica> tables = new LinkedHashMap<>();
                    DCS.forEach(dc -> tables.put(dc, new Table(dc, replies.get(dc))));
                    var patience =
                            new Suspicion.Patience(Duration.ofSeconds(1), Duration.ofSeconds(1));
                    MetadataGroup group =
                            new MetadataGroup(
                                    DCS.getFirst(),
                                    1,
                                    tables,
                                    Quorums.of(DCS.size()),
                                    surroundings,
                                    new Suspicion(surroundings, patience));
                    MetadataPath path =
                            MetadataPath.over(
                                    group,
                                    CommitSettings.DEFAULTS,
                                    MetadataPath.Rules.PROTOCOL,
                                    new CommitMetrics(new SimpleMeterRegistry()));
                    found.add(
                            new TopologyRow(path)
                                    .later(surroundings.time().after(Duration.ofSeconds(10))));
                });
        return found.getFirst();
    }

    /** Returns the row of a table that serves an epoch and knows the topologies up to another. */
    private static Row row(long served, long known) {
        Random random = new Random(served);
        Row row = Row.empty(1, 0);
        for (long epoch = 2; epoch <= known; epoch++) {
            Command put = new Command.Put(Mode.UNVERSIONED, TopologyCodec.encode(topology(epoch)));
            PutId id = PutId.random(random);
            row = row.append(new Value(TopologyCodec.FORMAT, id, 0, OpId.random(random), put));
        }
        return row.withEpoch(served);
    }

    private static Topology topology(long epoch) {
        return new Topology(
                epoch,
                DCS.stream()
                        .map(
                                dc ->
                                        new Topology.DataCenter(
                                                dc,
                                                URI.create("http://" + dc + ":1"),
                                                URI.create("http://" + dc + ":2"),
                                                "local",
                                                0,
                                                null))
                        .toList());
    }

    /** A table that always says the same, or nothing. */
    private record Table(DcName dc, @Nullable Reply reply) implements MetadataReplica {
        @Override
        public Answer send(Message message) throws ReplicaException {
            if (reply == null) {
                throw new ReplicaException.Failed(dc, "away", new IllegalStateException("away"));
            }
            return new Answer(reply, null);
        }

        @Override
        public RowPage scan(Scan scan) {
            throw new UnsupportedOperationException("scan");
        }

        @Override
        public TableReport order(TableOrder order) {
            throw new UnsupportedOperationException("order");
        }

        @Override
        public History history(Range range) {
            throw new UnsupportedOperationException("history");
        }
    }
}
