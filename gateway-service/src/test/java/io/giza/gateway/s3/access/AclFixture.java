package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** Two accounts, each with a bucket in which writers own what they put. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AclFixture {
    static final String OWNERSHIP =
            "<OwnershipControls><Rule><ObjectOwnership>%s</ObjectOwnership></Rule></OwnershipControls>";
    private static final String BLOCK =
            "<PublicAccessBlockConfiguration><%1$s>true</%1$s></PublicAccessBlockConfiguration>";

    RunningGateway gateway;
    String me;
    String them;
    KeyService.Created other;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                        "giza.gateway.default-object-ownership=ObjectWriter");
        other = (KeyService.Created) gateway.keys().create("other", Role.USER);
        send(new Ask("PUT", "/mine"));
        sendAsOther(new Ask("PUT", "/theirs"));
        me = send(new Ask("GET", "/")).element("ID");
        them = sendAsOther(new Ask("GET", "/")).element("ID");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void begin() throws IOException {
        send(new Ask("DELETE", "/mine?policy"));
        send(new Ask("DELETE", "/mine?publicAccessBlock"));
        ownership("ObjectWriter");
        put("/mine", "x-amz-acl", "private");
        send(new Ask("PUT", "/mine/key").body("my content"));
    }

    /** Sets the list of a bucket or an object by one header. */
    void put(String path, String header, String value) throws IOException {
        Response response = send(new Ask("PUT", path + "?acl").header(header, value));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
    }

    void grant(String path, String permission, String id) throws IOException {
        put(path, "x-amz-grant-" + permission, "id=\"" + id + "\"");
    }

    void ownership(String ownership) throws IOException {
        Response response =
                send(
                        new Ask("PUT", "/mine?ownershipControls")
                                .body(OWNERSHIP.formatted(ownership)));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
    }

    void block(String setting) throws IOException {
        send(new Ask("PUT", "/mine?publicAccessBlock").body(BLOCK.formatted(setting)));
    }

    /** Sets a policy about all objects. */
    void policy(String effect, String principal, String action) throws IOException {
        Response response =
                send(
                        new Ask("PUT", "/mine?policy")
                                .body(
                                        """
                                        {"Statement":{"Effect":"%s","Principal":"%s","Action":"%s",
                                         "Resource":"arn:aws:s3:::mine/*"}}"""
                                                .formatted(effect, principal, action)));
        assertThat(response.status()).as(response.body()).isEqualTo(204);
    }

    void assertRefused(String code, Ask ask) throws IOException {
        Response response = send(ask);
        assertThat(response.element("Code")).as(response.body()).isEqualTo(code);
    }

    static void assertDenied(Response response) {
        assertThat(response.status()).as(response.body()).isEqualTo(403);
        assertThat(response.body()).doesNotContain("my content");
    }

    Response sendAsOther(Ask ask) throws IOException {
        return send(ask.keys(other.key().id(), other.secret()));
    }

    Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
