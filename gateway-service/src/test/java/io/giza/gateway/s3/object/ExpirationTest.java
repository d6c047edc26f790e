package io.giza.gateway.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningReplicatedGateway;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Answers say when an object expires, and by which rule. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpirationTest {
    private static final String RULE =
            "<Rule><ID>%s</ID><Status>%s</Status><Filter>%s</Filter>%s</Rule>";

    private RunningReplicatedGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningReplicatedGateway(1);
        send(new Ask("PUT", "/bucket"));
        String rules =
                RULE.formatted(
                                "slow",
                                "Enabled",
                                "<Prefix>log/</Prefix>",
                                "<Expiration><Days>30</Days></Expiration>")
                        + RULE.formatted(
                                "soon &amp; \"sure\"",
                                "Enabled",
                                "<And><Prefix>log/</Prefix><Tag><Key>a</Key><Value>b</Value></Tag></And>",
                                "<Expiration><Days>2</Days></Expiration>")
                        + RULE.formatted(
                                "off",
                                "Disabled",
                                "<Prefix></Prefix>",
                                "<Expiration><Days>1</Days></Expiration>")
                        + RULE.formatted(
                                "old",
                                "Enabled",
                                "<Prefix></Prefix>",
                                "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration>");
        Response set =
                send(
                        new Ask("PUT", "/bucket?lifecycle")
                                .body(
                                        "<LifecycleConfiguration>"
                                                + rules
                                                + "</LifecycleConfiguration>"));
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void theRuleThatExpiresAnObjectSoonestIsToldWithItsDate() throws IOException {
        expires(send(new Ask("PUT", "/bucket/log/a").body("x")), 31, "slow");
        for (String method : new String[] {"GET", "HEAD"}) {
            Response read = send(new Ask(method, "/bucket/log/a"));
            expires(read, 31, "slow");
            ZonedDateTime put =
                    ZonedDateTime.parse(
                            read.headers().get("last-modified"),
                            DateTimeFormatter.RFC_1123_DATE_TIME);
            ZonedDateTime end = put.plusDays(31).truncatedTo(ChronoUnit.DAYS);
            assertThat(expiration(read))
                    .contains(DateTimeFormatter.ofPattern("dd MMM yyyy").format(end))
                    .contains(" 00:00:00 GMT");
        }
        Response tagged =
                send(new Ask("PUT", "/bucket/log/b").header("x-amz-tagging", "a=b").body("x"));
        expires(tagged, 3, "soon%20%26%20%22sure%22");
        // What is said of it later counts.
        send(
                new Ask("PUT", "/bucket/log/a?tagging")
                        .body(
                                "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>"));
        expires(send(new Ask("GET", "/bucket/log/a")), 3, "soon%20%26%20%22sure%22");
        expires(
                send(new Ask("PUT", "/bucket/log/c").header("x-amz-copy-source", "/bucket/log/b")),
                3,
                "soon%20%26%20%22sure%22");
    }

    @Test
    void anObjectOfPartsIsToldToExpire() throws IOException {
        String upload = send(new Ask("POST", "/bucket/log/p?uploads")).element("UploadId");
        String path = "/bucket/log/p?uploadId=" + upload;
        String part = send(new Ask("PUT", path + "&partNumber=1").body("x")).headers().get("etag");
        Response completed =
                send(
                        new Ask("POST", path)
                                .body(
                                        "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"
                                                + part
                                                + "</ETag></Part></CompleteMultipartUpload>"));

        expires(completed, 31, "slow");
    }

    @Test
    void whatDoesNotExpireIsNotSaidTo() throws IOException {
        assertThat(expiration(send(new Ask("PUT", "/bucket/other").body("x")))).isNull();
        assertThat(expiration(send(new Ask("GET", "/bucket/other")))).isNull();
        assertThat(expiration(send(new Ask("GET", "/bucket/log/missing")))).isNull();
    }

    @Test
    void aVersionThatIsNamedMayBeAnOldOneSoNothingIsSaidOfIt() throws IOException {
        send(new Ask("PUT", "/bucket/log/v").body("x"));
        Response read = send(new Ask("GET", "/bucket/log/v?versionId=null"));
        assertThat(read.status()).isEqualTo(200);
        assertThat(expiration(read)).isNull();
    }

    private static void expires(Response response, int days, String rule) {
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(expiration(response))
                .startsWith("expiry-date=\"")
                .endsWith(", rule-id=\"" + rule + "\"");
        String date = String.valueOf(expiration(response)).split("\"", -1)[1];
        assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                .isBetween(
                        ZonedDateTime.now(ZoneOffset.UTC).plusDays(days - 1),
                        ZonedDateTime.now(ZoneOffset.UTC).plusDays(days));
    }

    private static @Nullable String expiration(Response response) {
        return response.headers().get("x-amz-expiration");
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
