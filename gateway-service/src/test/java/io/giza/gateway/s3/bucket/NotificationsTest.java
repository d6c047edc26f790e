package io.giza.gateway.s3.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** What clients see of the configuration of a bucket's events. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NotificationsTest {
    private static final String RULE =
            "<NotificationConfiguration><QueueConfiguration><Id>all</Id>"
                    + "<Queue>arn:giza:sqs::hook:webhook</Queue>"
                    + "<Event>s3:ObjectCreated:*</Event>"
                    + "</QueueConfiguration></NotificationConfiguration>";

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.notifications.webhooks.hook.url=http://127.0.0.1:1/",
                        "giza.notifications.webhooks.hook.secret-file=/secret");
        assertThat(send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private Response put(String document) throws IOException {
        return send(new Ask("PUT", "/bucket?notification").body(document));
    }

    private String configured() throws IOException {
        Response response = send(new Ask("GET", "/bucket?notification"));
        assertThat(response.status()).isEqualTo(200);
        return response.body();
    }

    @Test
    void aConfigurationIsSetReadAndTakenAway() throws IOException {
        assertThat(put(RULE).status()).isEqualTo(200);
        assertThat(configured())
                .contains("<Id>all</Id>", "<Queue>arn:giza:sqs::hook:webhook</Queue>");
        assertThat(put("<NotificationConfiguration/>").status()).isEqualTo(200);
        assertThat(configured())
                .contains("<NotificationConfiguration")
                .doesNotContain("QueueConfiguration");
    }

    @Test
    void whatCannotBeToldIsRefusedByName() throws IOException {
        Response unknown = put(RULE.replace(":hook:", ":other:"));
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.body())
                .contains(
                        "<Code>InvalidArgument</Code>",
                        "<ArgumentValue>arn:giza:sqs::other:webhook</ArgumentValue>");
        assertThat(put(RULE.replace("Created", "Eaten")).body())
                .contains("<ArgumentValue>s3:ObjectEaten:*</ArgumentValue>");
        assertThat(put("<NotificationConfiguration>").body()).contains("MalformedXML");
        assertThat(send(new Ask("GET", "/none?notification")).body()).contains("NoSuchBucket");
        assertThat(send(new Ask("PUT", "/none?notification").body(RULE)).body())
                .contains("NoSuchBucket");
    }
}
