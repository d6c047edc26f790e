package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningReplicatedGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.util.Objects;

/** What owners grant is kept with a version, as consensus keeps it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicatedAclTest {
    private static final String EVERYONE = "groups/global/AllUsers";

    private RunningReplicatedGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningReplicatedGateway(
                        1, "giza.gateway.default-object-ownership=ObjectWriter");
        send(new Ask("PUT", "/bucket"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void aListIsPutChangedAndEndsWithItsObject() throws IOException {
        String large = "0123456789abcdef".repeat(100_000);
        for (String content : new String[] {"small", large}) {
            send(new Ask("PUT", "/bucket/key").header("x-amz-acl", "public-read").body(content));
            assertThat(read("/bucket/key").body()).isEqualTo(content);
            assertThat(send(new Ask("GET", "/bucket/key?acl")).body()).contains(EVERYONE);

            change("/bucket/key", "private");
            assertThat(read("/bucket/key").status()).isEqualTo(403);
            assertThat(send(new Ask("GET", "/bucket/key?acl")).body()).doesNotContain(EVERYONE);
            send(new Ask("PUT", "/bucket/key?tagging").body(tagging()));
            change("/bucket/key", "public-read");
            assertThat(read("/bucket/key").body()).isEqualTo(content);
            assertThat(send(new Ask("GET", "/bucket/key?tagging")).body()).contains("blue");

            send(new Ask("PUT", "/bucket/key").body(content));
            assertThat(read("/bucket/key").status()).isEqualTo(403);
        }
    }

    private static String tagging() {
        return "<Tagging><TagSet><Tag><Key>colour</Key><Value>blue</Value></Tag></TagSet></Tagging>";
    }

    @Test
    void anObjectOfPartsHasTheListThatItsUploadWasBegunWith() throws IOException {
        String upload =
                send(new Ask("POST", "/bucket/parts?uploads").header("x-amz-acl", "public-read"))
                        .element("UploadId");
        String path = "/bucket/parts?uploadId=" + upload;
        String part =
                Objects.requireNonNull(
                        send(new Ask("PUT", path + "&partNumber=1").body("a part"))
                                .headers()
                                .get("etag"));
        // Nothing that comes later says who may read it.
        String completion =
                "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>%s</ETag></Part></CompleteMultipartUpload>";
        Response refused =
                send(
                        new Ask("POST", path)
                                .header("x-amz-acl", "public-read-write")
                                .body(completion.formatted(part)));
        assertThat(refused.status()).as(refused.body()).isEqualTo(501);
        assertThat(
                        send(new Ask("PUT", "/bucket/parts?acl").header("x-amz-acl", "private"))
                                .status())
                .isEqualTo(404);
        Response completed = send(new Ask("POST", path).body(completion.formatted(part)));
        assertThat(completed.status()).as(completed.body()).isEqualTo(200);

        assertThat(read("/bucket/parts").body()).isEqualTo("a part");
        change("/bucket/parts", "private");
        assertThat(read("/bucket/parts").status()).isEqualTo(403);
    }

    @Test
    void whatAClientEncryptedIsNotToldOfToThoseWhoMayNotRead() throws IOException {
        String key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
        Response put =
                send(
                        new Ask("PUT", "/bucket/sealed")
                                .header("x-amz-server-side-encryption-customer-algorithm", "AES256")
                                .header("x-amz-server-side-encryption-customer-key", key)
                                .header(
                                        "x-amz-server-side-encryption-customer-key-md5",
                                        "hRasmdxgYDKV3nvbahU1MA==")
                                .body("sealed"));
        assertThat(put.status()).as(put.body()).isEqualTo(200);

        // To who may read it says that a key is missing.
        assertThat(send(new Ask("GET", "/bucket/sealed")).status()).isEqualTo(400);
        Response hidden = read("/bucket/sealed");
        Response missing = read("/bucket/missing");
        assertThat(hidden.status()).isEqualTo(403);
        assertThat(hidden.element("Code")).isEqualTo(missing.element("Code"));
        assertThat(hidden.element("Message")).isEqualTo(missing.element("Message"));
    }

    private void change(String path, String list) throws IOException {
        Response response = send(new Ask("PUT", path + "?acl").header("x-amz-acl", list));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
    }

    private Response read(String path) throws IOException {
        return send(new Ask("GET", path).anonymous());
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
