package io.giza.gateway.s3.logging;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Random;

/** Fields of records, whatever clients send. */
class LogFieldsTest {
    @Test
    void fieldsArePartedBySpaces() {
        assertThat(
                        new LogFields()
                                .plain("bucket")
                                .time(Instant.parse("2019-02-06T00:00:38.9Z"))
                                .plain("")
                                .number(0)
                                .number(12)
                                .millis(0)
                                .millis(-1)
                                .quoted("")
                                .quoted("S3Console/0.4 (a; b)"))
                .hasToString(
                        "bucket [06/Feb/2019:00:00:38 +0000] - - 12 0 - \"-\""
                                + " \"S3Console/0.4 (a; b)\"");
    }

    @ParameterizedTest
    @CsvSource({
        "a b.txt, a%2520b.txt",
        "2019/08/puppy.jpg, 2019/08/puppy.jpg",
        "100%, 100%2525",
        "ü\", %25C3%25BC%2522"
    })
    void keysAreEncodedTwice(String key, String written) {
        assertThat(new LogFields().key(key)).hasToString(written);
    }

    @Test
    void whatWouldEndAFieldOrALineIsEncoded() {
        assertThat(new LogFields().plain("a b\r\nc\"\t\u0000d\u007fé"))
                .hasToString("a%20b%0D%0Ac%22%09%00d%7F%E9");
        assertThat(new LogFields().quoted("a b\" 200 - \"\r\nc\u2028"))
                .hasToString("\"a b%22 200 - %22%0D%0Ac%E2%80%A8\"");
    }

    @Test
    void noTextMakesAnotherFieldOrLine() {
        Random random = new Random(3);
        for (int run = 0; run < 5_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i >= 0; i--) {
                text.append((char) random.nextInt(0x300));
            }
            String line =
                    new LogFields()
                            .plain(text.toString())
                            .key(text.toString())
                            .quoted(text.toString())
                            .toString();
            assertThat(line).matches("[!#-~]+ [!#-~]+ \"[ !#-~]+\"");
        }
    }

    @Test
    void whatIsLongIsCut() {
        assertThat(new LogFields().quoted("\n".repeat(100_000)).toString())
                .hasSize(2 + 3 * LogFields.MOST_CHARACTERS);
    }

    @Test
    void secretsOfPresignedUrlsAreNotWritten() {
        assertThat(
                        new LogFields()
                                .quoted(
                                        "GET /b/k?X-Amz-Credential=id&X-Amz-Signature=abc"
                                                + "&x-amz-security-token=def&a=b HTTP/1.1"))
                .hasToString(
                        "\"GET /b/k?X-Amz-Credential=id&X-Amz-Signature=REDACTED"
                                + "&x-amz-security-token=REDACTED&a=b HTTP/1.1\"");
        assertThat(new LogFields().quoted("https://h/k?Signature=abc%3D"))
                .hasToString("\"https://h/k?Signature=REDACTED\"");
    }
}
