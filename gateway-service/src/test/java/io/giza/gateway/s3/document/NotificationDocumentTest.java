package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.notification.NotificationRule;
import io.giza.notification.NotificationRule.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;

class NotificationDocumentTest {
    private static final String HOOK = "<Queue>arn:minio:sqs::hook:webhook</Queue>";
    private static final String PUTS = "<Event>s3:ObjectCreated:Put</Event>";
    private static final String WHOLE =
            "<QueueConfiguration><Id>one</Id>"
                    + HOOK
                    + PUTS
                    + "<Event>s3:ObjectRemoved:*</Event><Filter><S3Key>"
                    + "<FilterRule><Name>Prefix</Name><Value>in/</Value></FilterRule>"
                    + "<FilterRule><Name>suffix</Name><Value>.jpg</Value></FilterRule>"
                    + "</S3Key></Filter></QueueConfiguration>"
                    + "<TopicConfiguration><Topic>arn:aws:sns:eu-west-1:my_hook-2:webhook</Topic>"
                    + "<Event>s3:ObjectCreated:Copy</Event></TopicConfiguration>";

    private static List<NotificationRule> read(byte[] document) {
        return NotificationDocument.read(
                XmlReader.parse(document, NotificationDocument.ROOT),
                Set.of("hook", "my_hook-2"),
                () -> "fresh");
    }

    private static List<NotificationRule> read(String content) {
        return read(document(content));
    }

    private static byte[] document(String content) {
        String root = NotificationDocument.ROOT;
        return ("<" + root + ">" + content + "</" + root + ">").getBytes(StandardCharsets.UTF_8);
    }

    private static List<NotificationRule> rule(String content) {
        return read("<QueueConfiguration>" + content + "</QueueConfiguration>");
    }

    @Test
    void whatIsReadIsWrittenAgain() {
        List<NotificationRule> rules = read(WHOLE);
        assertThat(rules)
                .containsExactly(
                        new NotificationRule(
                                "one",
                                Kind.QUEUE,
                                "arn:minio:sqs::hook:webhook",
                                "hook",
                                List.of("s3:ObjectCreated:Put", "s3:ObjectRemoved:*"),
                                "in/",
                                ".jpg"),
                        new NotificationRule(
                                "fresh",
                                Kind.TOPIC,
                                "arn:aws:sns:eu-west-1:my_hook-2:webhook",
                                "my_hook-2",
                                List.of("s3:ObjectCreated:Copy"),
                                "",
                                ""));
        assertThat(read(NotificationDocument.write(rules).finish())).isEqualTo(rules);
        assertThat(read(NotificationDocument.write(List.of()).finish())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:minio:sqs::other:webhook",
                "arn:minio:sns::hook:webhook",
                "arn:minio:sqs::hook:kafka",
                "http://hook.test/",
                ""
            })
    void anUnknownTargetIsRefusedByName(String arn) {
        assertThatThrownBy(() -> rule("<Queue>" + arn + "</Queue>" + PUTS))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining("there is no webhook " + arn);
    }

    @ParameterizedTest
    @CsvSource({
        "'<Event>s3:ObjectRestore:Post</Event>', A specified event is not supported",
        "'<Event>s3:TestEvent</Event>', A specified event is not supported",
        "'<Event>s3:ObjectCreated:Put</Event><Filter><S3Key><FilterRule><Name>tag</Name>"
                + "<Value>a</Value></FilterRule></S3Key></Filter>', filter rule name must be",
        "'<Event>s3:ObjectCreated:Put</Event><Filter><S3Key><FilterRule><Name>prefix</Name>"
                + "<Value>a</Value></FilterRule><FilterRule><Name>prefix</Name><Value>b</Value>"
                + "</FilterRule></S3Key></Filter>', Cannot specify more than one prefix",
        "'', not well-formed or did not validate",
        "'<Event>s3:ObjectCreated:Put</Event><Other/>', not well-formed or did not validate"
    })
    void whatIsNoRuleIsRefused(String content, String why) {
        assertThatThrownBy(() -> rule(HOOK + content))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining(why);
    }

    @Test
    void rulesForTheSameEventsOfTheSameKeysAreRefused() {
        String one = "<QueueConfiguration><Id>a</Id>" + HOOK + PUTS + "</QueueConfiguration>";
        assertThatThrownBy(() -> read(one + one.replace("<Id>a", "<Id>b")))
                .hasMessageContaining("Configurations overlap");
        assertThatThrownBy(() -> read(one + one.replace("Put", "Copy")))
                .hasMessageContaining("same Id");
        assertThatThrownBy(() -> read("<EventBridgeConfiguration/>"))
                .hasMessageContaining("EventBridgeConfiguration is not supported");
        assertThatThrownBy(() -> read("<CloudFunctionConfiguration/>"))
                .hasMessageContaining("CloudFunctionConfiguration is not supported");
        assertThatThrownBy(() -> read("<Other/>")).isInstanceOf(S3Exception.class);
    }

    @Test
    void whateverIsSentIsReadOrRefused() {
        Random random = new Random(11);
        byte[] whole = document(WHOLE);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] =
                        (byte) "<>/&;:*aS3\"'! \0\u00ff".charAt(random.nextInt(16));
            }
            try {
                List<NotificationRule> rules = read(damaged);
                assertThat(read(NotificationDocument.write(rules).finish())).isEqualTo(rules);
            } catch (S3Exception e) {
                assertThat(e.error().status()).isEqualTo(400);
            }
        }
    }
}
