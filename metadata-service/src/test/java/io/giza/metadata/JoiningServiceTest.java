package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.membership.Membership;
import io.giza.paxos.Ballot;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A table that takes the place of a lost one, over real HTTP and on disk. */
class JoiningServiceTest {
    private static final Scan EVERYTHING = new Scan(2, Samples.BUCKET, "", "", true, 9, false);
    private static final List<String> REPLACED =
            List.of("--giza.topology.epoch=2", "--giza.topology.data-centers[0].since=2");

    private final ServiceClient client =
            new ServiceClient(ServiceClient.Settings.of(ServiceStart.TOKEN));

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void whatATableWasToldOutlivesTheService(@TempDir Path folder) throws ReplicaException {
        Membership joining;
        try (ConfigurableApplicationContext service = ServiceStart.start(folder, REPLACED)) {
            MetadataReplica replica = replica(service);
            assertThat(replica.send(read("a")).reply()).isInstanceOf(Reply.NotReady.class);
            Membership empty = replica.order(new TableOrder.Raise(2)).membership();
            assertThat(empty.isInitialized()).isFalse();
            TableOrder join = new TableOrder.Join(2, empty.life(), "dc1,dc2,dc3;dc1@2");
            joining = replica.order(join).membership();
            assertThat(joining.isJoining()).isTrue();

            assertThat(replica.send(read("a")).reply()).isInstanceOf(Reply.NotReady.class);
            assertThatExceptionOfType(ReplicaException.NotReady.class)
                    .isThrownBy(() -> replica.scan(EVERYTHING));
            assertThatExceptionOfType(ReplicaException.Refused.class)
                    .isThrownBy(() -> replica.scan(EVERYTHING.withEpoch(1)))
                    .withMessageContaining("epoch 2");
            assertThat(replica.send(seed("a")).reply()).isInstanceOf(Reply.Current.class);
        }
        try (ConfigurableApplicationContext service = ServiceStart.start(folder, REPLACED)) {
            MetadataReplica replica = replica(service);
            assertThat(replica.order(new TableOrder.Raise(1)).membership()).isEqualTo(joining);
            assertThat(replica.send(read("a")).reply()).isInstanceOf(Reply.Current.class);
            assertThat(replica.send(read("b")).reply()).isInstanceOf(Reply.NotReady.class);

            assertThat(replica.order(new TableOrder.Activate(2)).servesAllIn(2)).isTrue();

            assertThat(replica.send(read("b")).reply()).isInstanceOf(Reply.Current.class);
            assertThat(replica.order(new TableOrder.Keys(2, null, 9)).keys())
                    .containsExactly(Samples.key("a"));
            assertThat(replica.scan(EVERYTHING).rows()).hasSize(1);
        }
    }

    private MetadataReplica replica(ConfigurableApplicationContext service) {
        return new HttpMetadataReplica(
                Samples.dc(1), ServiceStart.endpointOf(service), client, Duration.ofSeconds(30));
    }

    private static Message read(String name) {
        return new Message(Samples.key(name), new Request.Read(2, 0), null);
    }

    private static Message seed(String name) {
        Slot promised = new Slot(new Ballot(2, 2, new UUID(0, 1), 1), null);
        Row row = new Row(2, 0, 0, 0, List.of(), promised);
        return new Message(Samples.key(name), new Request.Seed(2, row), null);
    }
}
