package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class PublicAccessBlockTest {
    @Test
    void isReadAsItIsWritten() {
        for (int bits = 0; bits < 16; bits++) {
            PublicAccessBlock block =
                    new PublicAccessBlock(
                            (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0);

            assertThat(
                            PublicAccessBlock.read(
                                    XmlReader.parse(
                                            block.document().finish(), PublicAccessBlock.ROOT)))
                    .isEqualTo(block);
        }
    }

    @Test
    void isWrittenInTheWordsOfS3() {
        assertThat(
                        new String(
                                new PublicAccessBlock(true, false, true, false).document().finish(),
                                StandardCharsets.UTF_8))
                .endsWith(
                        "<BlockPublicAcls>true</BlockPublicAcls>"
                                + "<IgnorePublicAcls>false</IgnorePublicAcls>"
                                + "<BlockPublicPolicy>true</BlockPublicPolicy>"
                                + "<RestrictPublicBuckets>false</RestrictPublicBuckets>"
                                + "</PublicAccessBlockConfiguration>");
    }

    @Test
    void whatIsNotSaidIsFalse() {
        assertThat(read("")).isEqualTo(PublicAccessBlock.NONE);
        assertThat(read("<BlockPublicPolicy> TRUE </BlockPublicPolicy>"))
                .isEqualTo(new PublicAccessBlock(false, false, true, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<BlockPublicAcls>yes</BlockPublicAcls>",
                "<BlockPublicAcls></BlockPublicAcls>",
                "<BlockPublicAcls>true</BlockPublicAcls><BlockPublicAcls>true</BlockPublicAcls>",
                "<Other>true</Other>",
                "<BlockPublicAcls><a/></BlockPublicAcls>"
            })
    void refusesWhatIsNone(String content) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        each -> assertThat(each.error()).isEqualTo(S3Error.MALFORMED_XML));
    }

    @Test
    void theBucketsAndTheAccountsAreTakenTogether() {
        PublicAccessBlock bucket = new PublicAccessBlock(true, false, false, false);
        PublicAccessBlock account = new PublicAccessBlock(false, false, false, true);

        assertThat(bucket.and(account)).isEqualTo(new PublicAccessBlock(true, false, false, true));
        assertThat(PublicAccessBlock.NONE.and(PublicAccessBlock.ALL))
                .isEqualTo(PublicAccessBlock.ALL);
    }

    private static PublicAccessBlock read(String content) {
        String document =
                "<PublicAccessBlockConfiguration>%s</PublicAccessBlockConfiguration>"
                        .formatted(content);
        return PublicAccessBlock.read(
                XmlReader.parse(document.getBytes(StandardCharsets.UTF_8), PublicAccessBlock.ROOT));
    }
}
