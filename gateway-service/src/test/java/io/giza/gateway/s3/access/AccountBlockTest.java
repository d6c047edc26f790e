package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyTerms;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.time.Instant;

/** What an account refuses to make public, whatever its buckets say. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountBlockTest {
    private static final String PATH = "/v20180820/configuration/publicAccessBlock";
    private static final String BLOCK =
            "<PublicAccessBlockConfiguration"
                    + " xmlns=\"http://awss3control.amazonaws.com/doc/2018-08-20/\">"
                    + "<%1$s>true</%1$s></PublicAccessBlockConfiguration>";
    private static final String PUBLIC =
            """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*",
            "Action":"s3:GetObject","Resource":"arn:aws:s3:::mine/*"}]}""";

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                        "giza.gateway.domains=s3.test");
        send(new Ask("PUT", "/mine"));
        send(new Ask("PUT", "/mine/key").body("x"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void begin() throws IOException {
        assertThat(of("DELETE", "default", "").status()).isEqualTo(204);
        assertThat(send(new Ask("DELETE", "/mine?publicAccessBlock")).status()).isEqualTo(204);
        assertThat(send(new Ask("DELETE", "/mine?policy")).status()).isEqualTo(204);
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private Response of(String method, String account, String body) throws IOException {
        return send(new Ask(method, PATH).header("x-amz-account-id", account).body(body));
    }

    private void block(String setting) throws IOException {
        assertThat(of("PUT", "default", BLOCK.formatted(setting)).status()).isEqualTo(201);
    }

    @Test
    void itIsSetReadAndTakenAway() throws IOException {
        assertThat(of("GET", "default", "").element("Code"))
                .isEqualTo("NoSuchPublicAccessBlockConfiguration");

        block("BlockPublicPolicy");

        Response read = of("GET", "default", "");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.element("BlockPublicPolicy")).isEqualTo("true");
        assertThat(read.element("RestrictPublicBuckets")).isEqualTo("false");
        assertThat(send(new Ask("GET", "/mine?publicAccessBlock")).status()).isEqualTo(404);
    }

    @Test
    void clientsPutTheAccountBeforeTheNameOfTheHost() throws IOException {
        Response read =
                send(
                        new Ask("GET", PATH)
                                .header("Host", "default.s3.test")
                                .header("x-amz-account-id", "default"));

        assertThat(read.element("Code")).isEqualTo("NoSuchPublicAccessBlockConfiguration");
    }

    @Test
    void anAccountSetsItsOwnOnly() throws IOException {
        assertThat(of("PUT", "other", BLOCK.formatted("BlockPublicAcls")).status()).isEqualTo(403);
        assertThat(of("GET", "other", "").status()).isEqualTo(403);
        assertThat(of("DELETE", "other", "").status()).isEqualTo(403);
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write("GET " + PATH + " HTTP/1.1\r\nHost: h\r\nx-amz-account-id: default\r\n\r\n");
            assertThat(http.read(false).status()).isEqualTo(403);
        }
    }

    @Test
    void aKeyWithLimitsNeedsLeave() throws Exception {
        var reader =
                (KeyService.Created)
                        gateway.keys()
                                .create(
                                        "default",
                                        Role.USER,
                                        KeyLimits.NONE,
                                        KeyTerms.read("readonly", "", "", Instant.EPOCH));
        Ask put =
                new Ask("PUT", PATH)
                        .header("x-amz-account-id", "default")
                        .body(BLOCK.formatted("BlockPublicAcls"))
                        .keys(reader.key().id(), reader.secret());

        assertThat(send(put).status()).isEqualTo(403);
    }

    @Test
    void itRefusesPoliciesThatArePublic() throws IOException {
        block("BlockPublicPolicy");
        assertThat(send(new Ask("PUT", "/mine?policy").body(PUBLIC)).status()).isEqualTo(403);

        of("DELETE", "default", "");

        assertThat(send(new Ask("PUT", "/mine?policy").body(PUBLIC)).status()).isEqualTo(204);
    }

    @Test
    void theStricterOfBothHolds() throws IOException {
        send(new Ask("PUT", "/mine?policy").body(PUBLIC));
        assertThat(anonymous()).isEqualTo(200);
        send(new Ask("PUT", "/mine?publicAccessBlock").body(BLOCK.formatted("BlockPublicAcls")));
        block("RestrictPublicBuckets");
        assertThat(anonymous()).isEqualTo(403);

        of("DELETE", "default", "");

        assertThat(anonymous()).isEqualTo(200);
        send(
                new Ask("PUT", "/mine?publicAccessBlock")
                        .body(BLOCK.formatted("RestrictPublicBuckets")));
        block("BlockPublicAcls");
        assertThat(anonymous()).isEqualTo(403);
    }

    private int anonymous() throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write("GET /mine/key HTTP/1.1\r\nHost: h\r\n\r\n");
            return http.read(false).status();
        }
    }

    @Test
    void noBucketIsCreatedWithAPublicList() throws IOException {
        Ask create =
                new Ask("PUT", "/listed")
                        .header("x-amz-object-ownership", "ObjectWriter")
                        .header("x-amz-acl", "public-read");
        block("BlockPublicAcls");
        assertThat(send(create).status()).isEqualTo(403);

        of("DELETE", "default", "");

        assertThat(send(create).status()).isEqualTo(200);
    }

    @Test
    void allElseOfS3ControlIsRefusedByItsHeader() throws IOException {
        Response jobs =
                send(new Ask("GET", "/v20180820/jobs").header("x-amz-account-id", "default"));

        assertThat(jobs.status()).isEqualTo(501);
        assertThat(jobs.headers()).containsEntry("x-giza-refused", "x-amz-account-id");
        assertThat(of("POST", "default", "").status()).isEqualTo(405);
    }
}
