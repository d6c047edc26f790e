package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.document.LoggingConfiguration.KeyFormat;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;

class LoggingConfigurationTest {
    private static final String TO_LOGS = "<TargetBucket>logs</TargetBucket>";
    private static final String PREFIX = "<TargetPrefix>a/</TargetPrefix>";

    @ParameterizedTest
    @EnumSource
    void isReadAsItIsWritten(KeyFormat format) {
        LoggingConfiguration logged =
                new LoggingConfiguration(
                        Optional.of(new Target("logs", format, " <of> a & b/", false)));

        assertThat(read(logged.document().finish())).isEqualTo(logged);
    }

    @Test
    void isWrittenInTheWordsOfS3() {
        Target target = new Target("logs", KeyFormat.BY_EVENT_TIME, "a/", false);

        assertThat(text(new LoggingConfiguration(Optional.of(target))))
                .endsWith(
                        "<LoggingEnabled><TargetBucket>logs</TargetBucket>"
                                + "<TargetObjectKeyFormat><PartitionedPrefix>"
                                + "<PartitionDateSource>EventTime</PartitionDateSource>"
                                + "</PartitionedPrefix></TargetObjectKeyFormat>"
                                + "<TargetPrefix>a/</TargetPrefix></LoggingEnabled>"
                                + "</BucketLoggingStatus>");
        assertThat(text(LoggingConfiguration.NONE)).contains("<BucketLoggingStatus");
    }

    private static String text(LoggingConfiguration configuration) {
        return new String(configuration.document().finish(), StandardCharsets.UTF_8);
    }

    @Test
    void anEmptyDocumentSaysThatNothingIsRecorded() {
        assertThat(read("")).isEqualTo(LoggingConfiguration.NONE);
    }

    @Test
    void grantsAreSeen() {
        String none = "<TargetGrants/>";
        String one = "<TargetGrants><Grant><Permission>READ</Permission></Grant></TargetGrants>";

        assertThat(target(TO_LOGS + PREFIX + none).hasGrants()).isFalse();
        assertThat(target(TO_LOGS + PREFIX + one).hasGrants()).isTrue();
    }

    @Test
    void thePrefixLeavesRoomForTheRestOfTheKey() {
        String longest = "<TargetPrefix>" + "ü".repeat(256) + "</TargetPrefix>";

        assertThat(target(TO_LOGS + longest).prefix()).hasSize(256);
        assertThatThrownBy(() -> read(enabled(TO_LOGS + longest.replace("</", "a</"))))
                .isInstanceOf(S3Exception.class)
                .extracting(e -> ((S3Exception) e).error())
                .isEqualTo(S3Error.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Other/>",
                "<LoggingEnabled/><LoggingEnabled/>",
                "<LoggingEnabled/>",
                "<LoggingEnabled><TargetBucket>logs</TargetBucket></LoggingEnabled>",
                "<LoggingEnabled><TargetPrefix>a</TargetPrefix></LoggingEnabled>",
                "<LoggingEnabled>BOTH<Other/></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetBucket>logs</TargetBucket></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetGrants><Other/></TargetGrants></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetObjectKeyFormat/></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetObjectKeyFormat><SimplePrefix/><PartitionedPrefix/>"
                        + "</TargetObjectKeyFormat></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetObjectKeyFormat><SimplePrefix><a/></SimplePrefix>"
                        + "</TargetObjectKeyFormat></LoggingEnabled>",
                "<LoggingEnabled>BOTH<TargetObjectKeyFormat><PartitionedPrefix>"
                        + "<PartitionDateSource>Never</PartitionDateSource></PartitionedPrefix>"
                        + "</TargetObjectKeyFormat></LoggingEnabled>"
            })
    void whatIsNoneIsRefused(String content) {
        assertThatThrownBy(() -> read(content.replace("BOTH", TO_LOGS + PREFIX)))
                .isInstanceOf(S3Exception.class)
                .extracting(e -> ((S3Exception) e).error())
                .isEqualTo(S3Error.MALFORMED_XML);
    }

    @Test
    void damagedDocumentsAreRefusedOrMeanSomething() {
        Target target = new Target("logs", KeyFormat.BY_DELIVERY_TIME, "a/", false);
        byte[] whole = new LoggingConfiguration(Optional.of(target)).document().finish();
        Random random = new Random(7);
        for (int run = 0; run < 5_000; run++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i <= random.nextInt(3); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                LoggingConfiguration read = read(damaged);
                assertThat(read(read.document().finish())).isEqualTo(read);
            } catch (S3Exception e) {
                assertThat(e.error().status()).isEqualTo(400);
            }
        }
    }

    private static Target target(String content) {
        return read(enabled(content)).target().orElseThrow();
    }

    private static String enabled(String content) {
        return "<LoggingEnabled>" + content + "</LoggingEnabled>";
    }

    private static LoggingConfiguration read(String content) {
        String document = "<BucketLoggingStatus>" + content + "</BucketLoggingStatus>";
        return read(document.getBytes(StandardCharsets.UTF_8));
    }

    private static LoggingConfiguration read(byte[] document) {
        return LoggingConfiguration.read(XmlReader.parse(document, LoggingConfiguration.ROOT));
    }
}
