package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Instance;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Message;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageCodec;
import io.giza.wire.MessageFormat;
import io.giza.wire.MetadataRoutes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A network that changes bytes which its own checksums miss. */
class DamagedMessageTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Message VOTE =
            new Message(
                    Samples.key("one"),
                    new Request.PreAccept(new Instance(1, 0, 1), value(1), List.of()),
                    null);

    @TempDir private Path folder;

    @Test
    void nobodyVotesForARecordThatWasDamagedOnTheWay() throws Exception {
        try (ConfigurableApplicationContext service = ServiceStart.start(folder);
                HttpClient sender = HttpClient.newHttpClient();
                ServiceClient client =
                        new ServiceClient(ServiceClient.Settings.of(ServiceStart.TOKEN))) {
            URI endpoint = ServiceStart.endpointOf(service);
            byte[] sent = MessageCodec.encode(VOTE);
            byte[] damaged =
                    MessageCodec.encode(
                            new Message(
                                    VOTE.key(),
                                    new Request.PreAccept(
                                            new Instance(1, 0, 1), value(2), List.of()),
                                    null));

            HttpResponse<String> refusal =
                    sender.send(request(endpoint, damaged, sent), BodyHandlers.ofString());

            assertThat(refusal.statusCode()).isEqualTo(400);
            assertThat(refusal.body()).contains("damaged on the way");
            var replica = new HttpMetadataReplica(Samples.dc(1), endpoint, client, TIMEOUT);
            Message read = new Message(VOTE.key(), new Request.Read(1, 0), null);
            assertThat(replica.send(read).reply().row()).isEqualTo(Row.ABSENT);

            HttpResponse<byte[]> answer =
                    sender.send(request(endpoint, sent, sent), BodyHandlers.ofByteArray());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue(MessageChecksum.HEADER))
                    .contains(MessageChecksum.of(answer.body()));
        }
    }

    private static HttpRequest request(URI endpoint, byte[] body, byte[] announced) {
        return HttpRequest.newBuilder(endpoint.resolve(MetadataRoutes.MESSAGES))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + ServiceStart.TOKEN)
                .header("Content-Type", MessageFormat.MEDIA_TYPE)
                .header(MessageChecksum.HEADER, MessageChecksum.of(announced))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private static Value value(long base) {
        return new Value(
                1,
                new PutId(new UUID(1, 1)),
                base,
                new OpId(new UUID(2, 1)),
                new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
    }
}
