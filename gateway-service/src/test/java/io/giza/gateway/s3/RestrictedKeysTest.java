package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyTerms;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.time.Instant;

/** Keys with policies at a gateway: each does what its policy allows, and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestrictedKeysTest {
    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway("giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        send(new Ask("PUT", "/mine"));
        send(new Ask("PUT", "/mine/in/key").body("inside"));
        send(new Ask("PUT", "/mine/out").body("outside"));
        send(new Ask("PUT", "/more"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "readonly,,         GET,    /,                         200",
        "readonly,,         GET,    /mine/out,                 200",
        "readonly,,         HEAD,   /mine,                     200",
        "readonly,,         GET,    /mine?list-type=2,         200",
        "readonly,,         PUT,    /mine/new,                 403",
        "readonly,,         DELETE, /mine/out,                 403",
        "readonly,,         PUT,    /newer,                    403",
        "readonly,,         DELETE, /more,                     403",
        "readonly,mine/in/, GET,    /mine/in/key,              200",
        "readonly,mine/in/, GET,    /mine/out,                 403",
        "readonly,mine/in/, GET,    /mine?list-type=2&prefix=in/, 200",
        "readonly,mine/in/, GET,    /mine?list-type=2&prefix=i, 403",
        "readonly,mine/in/, GET,    /mine?list-type=2,         403",
        "readonly,mine/in/, GET,    /mine?versions&prefix=in/, 200",
        "readonly,mine/in/, GET,    /mine?location,            200",
        "readonly,mine/in/, GET,    /mine?acl,                 403",
        "readonly,mine/in/, GET,    /,                         403",
        "readonly,more,     GET,    /mine/in/key,              403",
        "writeonly,mine,    PUT,    /mine/put,                 200",
        "writeonly,mine,    GET,    /mine/put,                 403",
        "writeonly,mine,    HEAD,   /mine/in/key,              403",
        "writeonly,mine,    DELETE, /mine/in/key,              403",
        "writeonly,mine,    PUT,    /more/put,                 403",
        "readwrite,more,    PUT,    /more/put,                 200",
        "readwrite,more,    DELETE, /more/put,                 204",
        "readwrite,more,    PUT,    /mine/put,                 403",
    })
    void aKeyDoesWhatItsPolicyAllows(
            String policy, @Nullable String prefix, String method, String target, int status)
            throws Exception {
        KeyService.Created key = key(policy, prefix == null ? "" : prefix);

        assertThat(send(key, new Ask(method, target)).status()).isEqualTo(status);
    }

    @Test
    void aCopyNeedsItsSourceToo() throws Exception {
        KeyService.Created key = key("readwrite", "more");

        Response copy =
                send(key, new Ask("PUT", "/more/copy").header("x-amz-copy-source", "/mine/out"));

        assertThat(copy.element("Code")).isEqualTo("AccessDenied");
        assertThat(gateway.objects().keys("more")).doesNotContain("copy");
    }

    @Test
    void eachKeyOfADeletionIsAskedFor() throws Exception {
        send(new Ask("PUT", "/mine/in/gone").body("gone"));
        String document =
                "<Delete><Object><Key>in/gone</Key></Object>"
                        + "<Object><Key>out</Key></Object></Delete>";

        Response response =
                send(
                        key("readwrite", "mine/in/"),
                        new Ask("POST", "/mine?delete")
                                .header("Content-MD5", RawHttp.md5(document))
                                .body(document));

        assertThat(response.body()).contains("<Deleted><Key>in/gone").contains("AccessDenied");
        assertThat(gateway.objects().keys("mine")).contains("out").doesNotContain("in/gone");
    }

    private KeyService.Created key(String policy, String prefix) throws KeyTerms.RefusedException {
        return (KeyService.Created)
                gateway.keys()
                        .create(
                                "default",
                                Role.USER,
                                KeyLimits.NONE,
                                KeyTerms.read(policy, prefix, "", Instant.EPOCH));
    }

    private Response send(KeyService.Created key, Ask ask) throws IOException {
        return send(ask.keys(key.key().id(), key.secret()));
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
