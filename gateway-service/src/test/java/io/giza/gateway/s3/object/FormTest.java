package io.giza.gateway.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.form.SignedForm;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** Files that browsers post with a form, and forms that nobody should be able to post. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FormTest {
    private static final String BOUNDARY = SignedForm.BOUNDARY;

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.gateway.max-put=2MB",
                        "giza.gateway.form-space=4MB",
                        "giza.gateway.max-drain=64KB");
        send(new Ask("PUT", "/bucket"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void aFileIsPutWithWhatTheFieldsSay() throws IOException {
        SignedForm form =
                new SignedForm()
                        .field("key", "photos/${filename}")
                        .field("Content-Type", "image/x")
                        .field("x-amz-meta-colour", "grün")
                        .field("acl", "private")
                        .field("x-ignore-this", "whatever")
                        .file("C:\\pictures\\my cat.jpg", "meow\r\n--not the end");

        Response response = post(form);

        assertThat(response.status()).isEqualTo(204);
        assertThat(response.headers())
                .containsEntry("location", "http://h/bucket/photos/my%20cat.jpg");
        Response got = send(new Ask("GET", "/bucket/photos/my%20cat.jpg"));
        assertThat(got.body()).isEqualTo("meow\r\n--not the end");
        assertThat(got.headers()).containsEntry("content-type", "image/x");
        assertThat(got.headers().get("etag")).isEqualTo(response.headers().get("etag"));
        assertThat(got.headers()).containsKey("x-amz-meta-colour");
        send(new Ask("DELETE", "/bucket/photos/my%20cat.jpg"));
    }

    @Test
    void aFileHasTheAccessControlListThatAFieldNames() throws IOException {
        refused(
                simple().field("acl", "public-read").file("f", "x"),
                "AccessControlListNotSupported");
        String ownership =
                "<OwnershipControls><Rule><ObjectOwnership>%s</ObjectOwnership></Rule></OwnershipControls>";
        send(new Ask("PUT", "/bucket?ownershipControls").body(ownership.formatted("ObjectWriter")));
        assertThat(post(simple().field("acl", "public-read").file("f", "x")).status())
                .isEqualTo(204);
        assertThat(send(new Ask("GET", "/bucket/key").anonymous()).body()).isEqualTo("x");
        assertThat(post(simple().file("f", "x")).status()).isEqualTo(204);
        assertThat(send(new Ask("GET", "/bucket/key").anonymous()).status()).isEqualTo(403);
        send(new Ask("DELETE", "/bucket/key"));
        send(
                new Ask("PUT", "/bucket?ownershipControls")
                        .body(ownership.formatted("BucketOwnerEnforced")));
    }

    @Test
    void theBrowserIsShownWhatTheFormSays() throws IOException {
        Response created = post(simple().field("success_action_status", "201").file("f", "x"));
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.element("Key")).isEqualTo("key");
        assertThat(created.element("Bucket")).isEqualTo("bucket");
        assertThat(created.element("ETag")).contains("9dd4e461268c8034f5c8564e155c67a6");
        assertThat(post(simple().field("success_action_status", "200").file("f", "x")).status())
                .isEqualTo(200);
        assertThat(post(simple().field("success_action_status", "500").file("f", "x")).status())
                .isEqualTo(204);
        Response redirected =
                post(
                        simple().field("success_action_redirect", "https://example.org/done?a=b")
                                .file("f", "x"));
        assertThat(redirected.status()).isEqualTo(303);
        assertThat(redirected.headers().get("location"))
                .startsWith("https://example.org/done?a=b&bucket=bucket&key=key&etag=%22");
        assertThat(
                        post(simple().field("success_action_redirect", "javascript:x")
                                        .file("f", "x"))
                                .status())
                .isEqualTo(204);
        send(new Ask("DELETE", "/bucket/key"));
    }

    @Test
    void largeFilesAreReceivedOnDiskAndFieldsAfterThemAreIgnored() throws IOException {
        String content = "0123456789abcdef".repeat(100_000);
        for (int i = 0; i < 3; i++) {
            assertThat(post(simple().file("f", content).after("submit", "Upload")).status())
                    .isEqualTo(204);
            assertThat(send(new Ask("GET", "/bucket/key")).body()).isEqualTo(content);
        }
        send(new Ask("DELETE", "/bucket/key"));
    }

    @Test
    void emptyFilesAreFilesToo() throws IOException {
        assertThat(post(simple().file("", "")).status()).isEqualTo(204);
        assertThat(send(new Ask("GET", "/bucket/key")).body()).isEmpty();
        send(new Ask("DELETE", "/bucket/key"));
    }

    @Test
    void sizesAreLimitedByThePolicyAndByTheGateway() throws IOException {
        refused(simple().range(2, 5).file("f", "x"), "EntityTooSmall");
        Response large = refused(simple().range(2, 5).file("f", "0123456789"), "EntityTooLarge");
        assertThat(large.element("ProposedSize")).isEqualTo("10");
        assertThat(large.element("MaxSizeAllowed")).isEqualTo("5");
        refused(simple().file("f", "x".repeat((2 << 20) + 1)), "EntityTooLarge");
        Response endless =
                refused(simple().range(2, 5).file("f", "x".repeat(2 << 20)), "EntityTooLarge");
        assertThat(endless.body()).doesNotContain("ProposedSize");
        assertThat(post(simple().range(2, 5).file("f", "12345")).status()).isEqualTo(204);
        send(new Ask("DELETE", "/bucket/key"));
    }

    @Test
    void onlyWhatThePolicyAllowsIsPut() throws IOException {
        refused(simple().uncovered("x-amz-meta-a", "1").file("f", "x"), "AccessDenied");
        refused(simple().condition("[\"eq\",\"$key\",\"other\"]").file("f", "x"), "AccessDenied");
        refused(simple().policyBucket("other").file("f", "x"), "AccessDenied");
        refused(simple().expired().file("f", "x"), "AccessDenied");
        refused(simple().tamper("policy", "e30=").file("f", "x"), "SignatureDoesNotMatch");
        refused(
                simple().tamper("x-amz-signature", "0".repeat(64)).file("f", "x"),
                "SignatureDoesNotMatch");
        refused(simple().tamper("x-amz-credential", "nobody/x").file("f", "x"), "InvalidArgument");
        refused(simple().without("policy").file("f", "x"), "InvalidArgument");
        refused(simple().without("x-amz-signature").file("f", "x"), "InvalidArgument");
        refused(
                simple().without("policy").without("x-amz-signature").file("f", "x"),
                "AccessDenied");
        refused(simple().tamper("x-amz-algorithm", "AWS").file("f", "x"), "InvalidArgument");
        refused(simple().tamper("x-amz-date", "now").file("f", "x"), "InvalidArgument");
        refused(simple().tamper("x-amz-signature", "none").file("f", "x"), "SignatureDoesNotMatch");
        assertThat(withEmptySignature().status()).isIn(400, 403);
        refused(simple().field("acl", "public-read").file("f", "x"), "");
        refused(simple().field("x-amz-storage-class", "GLACIER").file("f", "x"), "");
        refused(simple().field("x-amz-checksum-crc32", "AAAAAA==").file("f", "x"), "BadDigest");
        refused(new SignedForm().file("f", "x"), "InvalidArgument");
        refused(simple(), "InvalidArgument");
    }

    @Test
    void aFieldBecomesNoOtherHeader() throws IOException {
        refused(
                simple().field("x-amz-meta-a", "1\r\nSet-Cookie: a=b").file("f", "x"),
                "InvalidArgument");
        refused(simple().field("x-amz-meta-a b", "1").file("f", "x"), "InvalidArgument");
    }

    @Test
    void aFormIsBoundedBeforeItsFile() throws IOException {
        refused(
                simple().field("x-ignore-a", "x".repeat(21 << 10)).file("f", "x"),
                "MaxPostPreDataLengthExceeded");
        SignedForm many = simple();
        for (int i = 0; i < 400; i++) {
            many.field("x-ignore-" + i, "x");
        }
        refused(many.file("f", "x"), "MaxPostPreDataLengthExceeded");
    }

    @Test
    void whatIsNoFormIsRefused() throws IOException {
        String type = "multipart/form-data; boundary=" + BOUNDARY;
        assertThat(raw("text/plain", "x").element("Code")).isEqualTo("PreconditionFailed");
        assertThat(raw("multipart/form-data", "x").element("Code"))
                .isEqualTo("MalformedPOSTRequest");
        String head = "--" + BOUNDARY + "\r\n";
        for (String body :
                new String[] {
                    "",
                    "x",
                    head,
                    head + "\r\n",
                    head + "Content-Disposition: form-data\r\n\r\nv\r\n--" + BOUNDARY + "--",
                    head + "Content-Disposition: form-data; name=\"\"\r\n\r\nv\r\n" + head,
                    head + "x".repeat(5000),
                    head + "a: b\r\n".repeat(50) + "\r\n",
                    "--" + BOUNDARY + "garbage\r\n",
                    simple().field("key", "again").file("f", "x").body(),
                    simple().file("f", "x").body().replace("--" + BOUNDARY + "--", ""),
                    head + "Content-Disposition: form-data; name=\"k\"\r\n\r\n\u00ff\r\n" + head
                }) {
            assertThat(raw(type, body).element("Code"))
                    .as(body.substring(0, Math.min(60, body.length())))
                    .isEqualTo("MalformedPOSTRequest");
        }
        assertThat(gateway.objects().keys("bucket")).isEmpty();
    }

    private static SignedForm simple() {
        return new SignedForm().field("key", "key");
    }

    private Response refused(SignedForm form, String code) throws IOException {
        Response response = post(form);
        assertThat(response.status()).isIn(400, 403, 501);
        if (!code.isEmpty()) {
            assertThat(response.element("Code")).isEqualTo(code);
        }
        assertThat(gateway.objects().keys("bucket")).isEmpty();
        return response;
    }

    private Response post(SignedForm form) throws IOException {
        return raw("multipart/form-data; boundary=" + BOUNDARY, form.body());
    }

    private Response withEmptySignature() throws IOException {
        String body = simple().file("f", "x").body();
        String name = "name=\"x-amz-signature\"\r\n\r\n";
        int from = body.indexOf(name) + name.length();
        return raw(
                "multipart/form-data; boundary=" + BOUNDARY,
                body.substring(0, from) + body.substring(body.indexOf("\r\n", from)));
    }

    private Response raw(String contentType, String body) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(
                    "POST /bucket HTTP/1.1\r\nHost: h\r\nContent-Type: "
                            + contentType
                            + "\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
            return http.read(false);
        }
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
