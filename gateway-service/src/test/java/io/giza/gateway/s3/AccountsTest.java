package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;

/** Two accounts at one gateway: neither reaches what is the other's, whatever it asks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccountsTest {
    private RunningGateway gateway;
    private KeyService.Created other;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway("giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        other = (KeyService.Created) gateway.keys().create("other", Role.USER);
        send(new Ask("PUT", "/mine"));
        send(new Ask("PUT", "/mine/key").body("my content"));
        sendAsOther(new Ask("PUT", "/theirs"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /mine?list-type=2",
        "GET, /mine",
        "GET, /mine?location",
        "GET, /mine?tagging",
        "DELETE, /mine?tagging",
        "GET, /mine?cors",
        "DELETE, /mine?cors",
        "GET, /mine?lifecycle",
        "DELETE, /mine?lifecycle",
        "GET, /mine?ownershipControls",
        "DELETE, /mine?ownershipControls",
        "GET, /mine?acl",
        "DELETE, /mine",
        "GET, /mine/key",
        "GET, /mine/none",
        "PUT, /mine/key",
        "DELETE, /mine/key",
        "GET, /mine/key?acl"
    })
    void aBucketOfAnotherAccountIsForbidden(String method, String target) throws IOException {
        Response response = sendAsOther(new Ask(method, target));

        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("AccessDenied");
        assertThat(response.body()).doesNotContain("my content");
        assertThat(send(new Ask("GET", "/mine/key")).body()).isEqualTo("my content");
    }

    @ParameterizedTest
    @CsvSource({
        "tagging, <Tagging><TagSet/></Tagging>",
        "acl, ''",
        "ownershipControls, <OwnershipControls><Rule><ObjectOwnership>ObjectWriter</ObjectOwnership>"
                + "</Rule></OwnershipControls>"
    })
    void noDocumentIsPutIntoAnotherAccountsBucket(String name, String document) throws IOException {
        Ask ask = new Ask("PUT", "/mine?" + name).body(document);
        if (document.isEmpty()) {
            ask.header("x-amz-acl", "private");
        }

        assertThat(sendAsOther(ask).element("Code")).isEqualTo("AccessDenied");
    }

    @Test
    void nothingIsDeletedTogetherInAnotherAccountsBucket() throws IOException {
        String document = "<Delete><Object><Key>key</Key></Object></Delete>";

        Response response =
                sendAsOther(
                        new Ask("POST", "/mine?delete")
                                .header("Content-MD5", RawHttp.md5(document))
                                .body(document));

        assertThat(response.body()).contains("AccessDenied");
        assertThat(gateway.objects().keys("mine")).containsExactly("key");
    }

    @Test
    void nothingIsCopiedFromAnotherAccountsBucket() throws IOException {
        Response response =
                sendAsOther(
                        new Ask("PUT", "/theirs/copy").header("x-amz-copy-source", "/mine/key"));

        assertThat(response.body()).contains("AccessDenied");
        assertThat(gateway.objects().keys("theirs")).isEmpty();
    }

    @Test
    void eachAccountListsItsOwnBuckets() throws IOException {
        assertThat(send(new Ask("GET", "/")).body())
                .contains("<Name>mine</Name>")
                .doesNotContain("theirs");
        assertThat(sendAsOther(new Ask("GET", "/")).body())
                .contains("<Name>theirs</Name>")
                .doesNotContain("mine");
    }

    @Test
    void aNameIsTakenForAllAccounts() throws IOException {
        assertThat(sendAsOther(new Ask("PUT", "/mine")).element("Code"))
                .isEqualTo("BucketAlreadyExists");
        assertThat(send(new Ask("PUT", "/mine")).element("Code"))
                .isEqualTo("BucketAlreadyOwnedByYou");
    }

    @Test
    void aSecretSignsForItsOwnKeyAlone() throws IOException {
        Ask wrong = new Ask("GET", "/").keys(other.key().id(), "known-to-tests");
        assertThat(send(wrong).element("Code")).isEqualTo("SignatureDoesNotMatch");
        Ask swapped = new Ask("GET", "/").keys("gateway-test", other.secret());
        assertThat(send(swapped).element("Code")).isEqualTo("SignatureDoesNotMatch");
    }

    private Response sendAsOther(Ask ask) throws IOException {
        return send(ask.keys(other.key().id(), other.secret()));
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
