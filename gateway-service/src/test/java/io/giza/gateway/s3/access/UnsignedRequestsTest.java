package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;

/** What nobody may do without a signature, though a policy and lists allow everything. */
class UnsignedRequestsTest extends AclFixture {
    @BeforeEach
    void open() throws IOException {
        put("/mine", "x-amz-acl", "public-read-write");
        put("/mine/key", "x-amz-acl", "public-read-write");
        send(
                new Ask("PUT", "/mine?policy")
                        .body(
                                """
                                {"Statement":{"Effect":"Allow","Principal":"*","Action":"s3:*",
                                 "Resource":["arn:aws:s3:::mine","arn:aws:s3:::mine/*"]}}"""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    PUT    | /new                    |                   |           | Anonymous users cannot invoke this API. Please authenticate.
                    PUT    | /mine?acl               | x-amz-acl         | private   | Anonymous users cannot invoke this API. Please authenticate.
                    PUT    | /mine/key?acl           | x-amz-acl         | private   | Anonymous users cannot invoke this API. Please authenticate.
                    POST   | /mine/key?uploads       |                   |           | Anonymous users cannot initiate multipart uploads. Please authenticate.
                    PUT    | /mine/copy              | x-amz-copy-source | /mine/key | Anonymous users cannot copy objects. Please authenticate.
                    PUT    | /mine/copy?partNumber=1&uploadId=a | x-amz-copy-source | /mine/key | Access Denied.
                    PUT    | /mine?ownershipControls |                   |           | s3:PutBucketOwnershipControls does not support Anonymous requests!
                    DELETE | /mine?ownershipControls |                   |           | s3:PutBucketOwnershipControls does not support Anonymous requests!
                    GET    | /mine?ownershipControls |                   |           | s3:GetBucketOwnershipControls does not support Anonymous requests!
                    """)
    void isRefusedInWordsThatSayWhy(
            String method, String path, @Nullable String header, String value, String message)
            throws IOException {
        Ask ask = new Ask(method, path);
        Response response = send((header == null ? ask : ask.header(header, value)).anonymous());

        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("AccessDenied");
        assertThat(response.element("Message")).isEqualTo(message);
        assertThat(send(new Ask("GET", "/mine/copy")).status()).isEqualTo(404);
    }

    @Test
    void aDigestThatIsNoneIsThatOfNoBody() throws IOException {
        Response response =
                send(
                        new Ask("PUT", "/mine/hashed")
                                .header("x-amz-content-sha256", "incorrect")
                                .body("x")
                                .anonymous());

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).isEqualTo("XAmzContentSHA256Mismatch");
        assertThat(response.element("ClientComputedContentSHA256")).isEqualTo("incorrect");
        assertThat(send(new Ask("GET", "/mine/hashed")).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"GET", "PUT", "DELETE"})
    void noPolicyLetsOthersSeeOrSetIt(String method) throws IOException {
        for (Ask ask :
                new Ask[] {
                    new Ask(method, "/mine?policy").anonymous(),
                    new Ask(method, "/mine?policy").keys(other.key().id(), other.secret())
                }) {
            Response response = send(ask);
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.element("Code")).isEqualTo("MethodNotAllowed");
        }
        assertThat(send(new Ask("GET", "/mine?policy")).status()).isEqualTo(200);
    }
}
