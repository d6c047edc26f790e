package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.gateway.fake.InMemoryObjects;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.stripe.read.ByteTarget;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Server access logs of buckets: how they are set, and what is delivered. */
class BucketLoggingTest {
    private static final Pattern FIELD = Pattern.compile("\"[^\"]*\"|\\[[^]]*]|[^ ]+");
    private static final int FIELDS = 26;

    private RunningGateway gateway;
    private InMemoryObjects objects;

    @BeforeEach
    void start() throws IOException {
        begin();
        send(new Ask("PUT", "/source"));
        send(new Ask("PUT", "/logs"));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private void begin(String... properties) {
        gateway = new RunningGateway(properties);
        objects = gateway.objects();
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private Response put(String content) throws IOException {
        return send(
                new Ask("PUT", "/source?logging")
                        .body("<BucketLoggingStatus>" + content + "</BucketLoggingStatus>"));
    }

    private static String to(String bucket, String more) {
        return "<LoggingEnabled><TargetBucket>"
                + bucket
                + "</TargetBucket><TargetPrefix>of-source/</TargetPrefix>"
                + more
                + "</LoggingEnabled>";
    }

    private void log() throws IOException {
        assertThat(put(to("logs", "")).status()).isEqualTo(200);
    }

    private String get() throws IOException {
        Response response = send(new Ask("GET", "/source?logging"));
        assertThat(response.status()).isEqualTo(200);
        return response.body();
    }

    /** Ends the gateway, which delivers what it holds. */
    private List<List<String>> delivered() throws IOException {
        gateway.close();
        return records();
    }

    private List<List<String>> records() throws IOException {
        List<List<String>> records = new ArrayList<>();
        for (String key : objects.keys("logs")) {
            for (String line : content(key).split("\n", -1)) {
                if (!line.isEmpty()) {
                    records.add(fields(line));
                }
            }
        }
        return records;
    }

    private String content(String key) throws IOException {
        Target target =
                new Target(
                        RunningGateway.account(), "logs", key, ClientOperation.once(new Random(1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (objects.get(new GetRequest(target, true)) instanceof GetResult.Found(OpenObject open)) {
            try (open) {
                open.writeTo(ByteTarget.of(bytes), 0, open.manifest().size());
            }
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(text).matches("[ -~\n]*\n");
        return text;
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        Matcher matcher = FIELD.matcher(line);
        while (matcher.find()) {
            fields.add(matcher.group());
        }
        return fields;
    }

    private static List<String> of(List<List<String>> records, String operation) {
        return records.stream().filter(each -> each.get(6).equals(operation)).findFirst().get();
    }

    @Test
    void theConfigurationIsSetReadAndTakenAway() throws IOException {
        assertThat(get()).doesNotContain("LoggingEnabled");
        String format =
                "<TargetObjectKeyFormat><PartitionedPrefix><PartitionDateSource>EventTime"
                        + "</PartitionDateSource></PartitionedPrefix></TargetObjectKeyFormat>";
        assertThat(put(to("logs", format)).status()).isEqualTo(200);
        assertThat(get()).contains("<TargetBucket>logs<", "<TargetPrefix>of-source/<", format);

        assertThat(put("").status()).isEqualTo(200);

        assertThat(get()).doesNotContain("LoggingEnabled");
        assertThat(send(new Ask("DELETE", "/source?logging")).status()).isEqualTo(501);
        assertThat(send(new Ask("GET", "/none?logging")).element("Code")).isEqualTo("NoSuchBucket");
    }

    @ParameterizedTest
    @CsvSource({"none, InvalidTargetBucketForLogging", "No, InvalidTargetBucketForLogging"})
    void theTargetMustBeThere(String target, String code) throws IOException {
        Response response = put(to(target, ""));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.element("TargetBucket")).isEqualTo(target);
    }

    @Test
    void theTargetMustBeOfTheSameAccount() throws IOException {
        gateway.buckets()
                .create(
                        RunningGateway.account("other"),
                        "foreign",
                        ClientOperation.once(new Random(1)));

        assertThat(put(to("foreign", "")).element("Code"))
                .isEqualTo("InvalidTargetBucketForLogging");
    }

    @Test
    void theTargetMustNotRetainByItself() throws IOException {
        send(new Ask("PUT", "/locked").header("x-amz-bucket-object-lock-enabled", "true"));
        assertThat(put(to("locked", "")).status()).isEqualTo(200);
        String retention =
                "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule>"
                        + "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days>"
                        + "</DefaultRetention></Rule></ObjectLockConfiguration>";
        assertThat(send(new Ask("PUT", "/locked?object-lock").body(retention)).status())
                .isEqualTo(200);

        assertThat(put(to("locked", "")).element("Code"))
                .isEqualTo("InvalidTargetBucketForLogging");
    }

    @Test
    void grantsAreRefused() throws IOException {
        String grants =
                "<TargetGrants><Grant><Grantee><URI>"
                        + "http://acs.amazonaws.com/groups/global/AllUsers</URI></Grantee>"
                        + "<Permission>READ</Permission></Grant></TargetGrants>";
        assertThat(put(to("logs", grants)).element("Code"))
                .isEqualTo("AccessControlListNotSupported");
        send(
                new Ask("PUT", "/logs?ownershipControls")
                        .body(
                                "<OwnershipControls><Rule><ObjectOwnership>ObjectWriter"
                                        + "</ObjectOwnership></Rule></OwnershipControls>"));

        Response response = put(to("logs", grants));

        assertThat(response.status()).isEqualTo(501);
        assertThat(response.headers()).containsEntry("x-giza-refused", "TargetGrants");
    }

    @Test
    void requestsAreRecordedInTheFieldsOfS3() throws IOException {
        log();
        send(
                new Ask("PUT", "/source/a%20b")
                        .body("12345")
                        .header("Referer", "https://example.test/page")
                        .header("User-Agent", "Test 1.0"));
        send(new Ask("GET", "/source/a%20b").header("Range", "bytes=1-2"));
        send(new Ask("GET", "/source/none?x=y"));
        send(new Ask("GET", "/source?list-type=2"));

        List<List<String>> records = delivered();

        assertThat(records).allSatisfy(each -> assertThat(each).hasSize(FIELDS));
        List<String> put = of(records, "REST.PUT.OBJECT");
        assertThat(put.getFirst()).hasSize(64);
        assertThat(put.get(1)).isEqualTo("source");
        assertThat(put.get(2))
                .matches("\\[\\d\\d/[A-Z][a-z]{2}/\\d{4}:\\d\\d:\\d\\d:\\d\\d \\+0000]");
        assertThat(put.subList(3, 5))
                .containsExactly("127.0.0.1", "arn:aws:iam::default:user/gateway-test");
        assertThat(put.get(5)).matches("[0-9A-F]{16}");
        assertThat(put.subList(6, 12))
                .containsExactly(
                        "REST.PUT.OBJECT",
                        "a%2520b",
                        "\"PUT /source/a%20b HTTP/1.1\"",
                        "200",
                        "-",
                        "-");
        assertThat(put.get(12)).isEqualTo("5");
        assertThat(put.subList(13, 15)).allMatch(each -> each.matches("\\d+"));
        assertThat(put.subList(15, 18))
                .containsExactly("\"https://example.test/page\"", "\"Test 1.0\"", "-");
        assertThat(put.get(18)).hasSizeGreaterThan(20);
        assertThat(put.subList(19, 22)).containsExactly("SigV4", "-", "AuthHeader");
        assertThat(put.get(22)).startsWith("127.0.0.1");
        assertThat(put.subList(23, 26)).containsExactly("-", "-", "-");
        assertThat(of(records, "REST.GET.OBJECT").subList(9, 13))
                .containsExactly("206", "-", "2", "5");
        assertThat(records)
                .anySatisfy(
                        each ->
                                assertThat(each.subList(8, 11))
                                        .containsExactly(
                                                "\"GET /source/none?x=y HTTP/1.1\"",
                                                "404",
                                                "NoSuchKey"));
        List<String> list = of(records, "REST.GET.BUCKET");
        assertThat(list.get(7)).isEqualTo("-");
        assertThat(Integer.parseInt(list.get(11))).isGreaterThan(100);
    }

    @Test
    void whoSignedNothingHasNoNameAndWhatIsBroughtInByAListSaysSo() throws IOException {
        log();
        send(
                new Ask("PUT", "/source?ownershipControls")
                        .body(
                                "<OwnershipControls><Rule><ObjectOwnership>ObjectWriter"
                                        + "</ObjectOwnership></Rule></OwnershipControls>"));
        send(new Ask("PUT", "/source?acl").header("x-amz-acl", "public-read"));
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write("GET /source HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(http.read(false).status()).isEqualTo(200);
        }

        List<String> list = of(delivered(), "REST.GET.BUCKET");

        assertThat(list.get(4)).isEqualTo("-");
        assertThat(list.subList(19, 22)).containsExactly("-", "-", "-");
        assertThat(list.get(25)).isEqualTo("Yes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\" 200 - - - 1 1 \"-\" \"b",
                "tab\tand \\ and \u007f",
                "\" \"",
                "%0d%0aforged"
            })
    void noHeaderForgesAFieldOrARecord(String hostile) throws IOException {
        log();
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(
                    "GET /source/k%22%0A HTTP/1.1\r\nHost: h\r\nUser-Agent: "
                            + hostile
                            + "\r\nReferer: "
                            + hostile
                            + "\r\n\r\n");
            http.read(false);
        }
        List<List<String>> records = delivered();

        assertThat(records).allSatisfy(each -> assertThat(each).hasSize(FIELDS));
        assertThat(records.stream().filter(each -> each.get(6).equals("REST.GET.OBJECT")))
                .hasSize(1);
        assertThat(of(records, "REST.GET.OBJECT").get(7)).isEqualTo("k%2522%250A");
    }

    @Test
    void recordsComeInTheirTime() throws IOException {
        gateway.close();
        begin("giza.gateway.bucket-logs.interval=1s");
        send(new Ask("PUT", "/source"));
        send(new Ask("PUT", "/logs"));
        log();
        send(new Ask("PUT", "/source/a").body("1"));

        await().until(() -> !objects.keys("logs").isEmpty());

        assertThat(objects.keys("logs"))
                .allMatch(key -> key.matches("of-source/\\d{4}(-\\d\\d){5}-[0-9A-F]{16}"));
    }

    @Test
    void bucketsWithoutALogHaveNone() throws IOException {
        send(new Ask("PUT", "/source/a").body("1"));

        assertThat(delivered()).isEmpty();
    }

    @Test
    void aPolicyMayDenyTheDelivery() throws IOException {
        log();
        String deny =
                """
                {"Version":"2012-10-17","Statement":[{"Effect":"Deny",
                "Principal":{"Service":"logging.s3.amazonaws.com"},"Action":"s3:PutObject",
                "Resource":"arn:aws:s3:::logs/*",
                "Condition":{"ArnLike":{"aws:SourceArn":"arn:aws:s3:::source"}}}]}""";
        assertThat(send(new Ask("PUT", "/logs?policy").body(deny)).status()).isEqualTo(204);
        send(new Ask("PUT", "/source/a").body("1"));

        assertThat(delivered()).isEmpty();
    }
}
