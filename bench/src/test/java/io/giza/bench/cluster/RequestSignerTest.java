package io.giza.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

class RequestSignerTest {
    /** The first example of "Signature Calculations for the Authorization Header" of Amazon S3. */
    @Test
    void signsThePublishedExampleAsPublished() {
        RequestSigner signer =
                new RequestSigner(
                        "AKIAIOSFODNN7EXAMPLE",
                        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                        "us-east-1");
        String empty = RequestSigner.payload(RequestSigner.Payload.SIGNED, new byte[0]);

        Map<String, String> headers =
                signer.headers(
                        new RequestSigner.Call(
                                "GET",
                                "/test.txt",
                                "examplebucket.s3.amazonaws.com",
                                empty,
                                Map.of("range", "bytes=0-9")),
                        Instant.parse("2013-05-24T00:00:00Z"));

        assertThat(headers)
                .containsEntry("x-amz-date", "20130524T000000Z")
                .containsEntry(
                        "x-amz-content-sha256",
                        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
                .containsEntry(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/"
                                + "aws4_request,SignedHeaders=host;range;x-amz-content-sha256;"
                                + "x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170a"
                                + "ba48dd91039c6036bdb41");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "GIZA_ACCESS_KEY=a GIZA_SECRET_KEY=b AWS_ACCESS_KEY_ID=c, a",
        "AWS_ACCESS_KEY_ID=c AWS_SECRET_ACCESS_KEY=d, c",
        "GIZA_ACCESS_KEY=a AWS_SECRET_ACCESS_KEY=d, GIZA_SECRET_KEY is missing",
        "GIZA_ACCESS_KEY=a AWS_ACCESS_KEY_ID=c AWS_SECRET_ACCESS_KEY=d, GIZA_SECRET_KEY is missing",
        "AWS_SECRET_ACCESS_KEY=d, AWS_ACCESS_KEY_ID is missing",
        "OTHER=a, --endpoint needs an access key",
    })
    void anIdAndASecretOfDifferentPairsAreNotMixed(String variables, String expected) {
        Map<String, String> environment =
                Arrays.stream(variables.split(" ", -1))
                        .map(each -> each.split("=", -1))
                        .collect(Collectors.toMap(each -> each[0], each -> each[1]));
        String found;
        try {
            found = RequestSigner.of(environment).accessKey();
        } catch (IllegalArgumentException e) {
            found = String.valueOf(e.getMessage());
        }
        assertThat(found).startsWith(expected);
    }

    /** The fourth of them, which lists a bucket. */
    @Test
    void signsAQueryAsPublished() {
        RequestSigner signer =
                new RequestSigner(
                        "AKIAIOSFODNN7EXAMPLE",
                        "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                        "us-east-1");
        String empty = RequestSigner.payload(RequestSigner.Payload.SIGNED, new byte[0]);
        var call =
                new RequestSigner.Call(
                        "GET",
                        "/?max-keys=2&prefix=J",
                        "examplebucket.s3.amazonaws.com",
                        empty,
                        Map.of());
        assertThat(signer.headers(call, Instant.parse("2013-05-24T00:00:00Z")).get("Authorization"))
                .endsWith(
                        "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }
}
