package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.NastyTexts;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Whatever is sent is understood or refused, and never a fault of the gateway. */
class RequestFuzzTest {
    private static final int SEEDS = 2000;

    @Test
    void everyKeySurvivesItsPathHoweverItIsEncoded() {
        for (long seed = 0; seed < SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            String key = texts.text(1024);
            Resource resource = Resource.parse("/bucket/" + texts.encoded(key, true));
            assertThat(resource.key()).as("seed %d", seed).isEqualTo(key);
            assertThat(resource.bucket()).isEqualTo("bucket");
            assertThat(PercentCoding.decodePath(PercentCoding.encodePath(key))).isEqualTo(key);
        }
    }

    @Test
    void everyParameterSurvivesItsQuery() {
        for (long seed = 0; seed < SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            String name = texts.text(40);
            String value = texts.text(200);
            Query query =
                    Query.parse(
                            "a&" + texts.encoded(name, false) + "=" + texts.encoded(value, false));
            assertThat(query.parameters())
                    .as("seed %d", seed)
                    .isEqualTo(
                            List.of(
                                    new Query.Parameter("a", ""),
                                    new Query.Parameter(name, value)));
        }
    }

    @Test
    void everyKeySurvivesADocument() {
        for (long seed = 0; seed < SEEDS; seed++) {
            String key = new NastyTexts(seed).text(1024).replaceAll("[\u0001\uffff]", "");
            byte[] document = XmlWriter.document("Delete").element("Key", key).finish();
            Element read = XmlReader.parse(document, "Delete");
            assertThat(read.first("Key")).as("seed %d", seed).contains(key);
        }
    }

    @Test
    void garbageIsRefusedOrUnderstood() {
        for (long seed = 0; seed < SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            refusesOrUnderstands(seed, texts.garbage(300), Query::parse);
            refusesOrUnderstands(seed, "/" + texts.garbage(300), Resource::parse);
            refusesOrUnderstands(seed, texts.garbage(80), header -> ByteRange.parse(header, 1000));
            refusesOrUnderstands(
                    seed, "bytes=" + texts.garbage(20), header -> ByteRange.parse(header, 1000));
            refusesOrUnderstands(seed, texts.garbage(80), ContinuationTokens::decode);
            refusesOrUnderstands(seed, "1" + texts.garbage(80), ContinuationTokens::decode);
            refusesOrUnderstands(seed, texts.garbage(200), RequestFuzzTest::parse);
        }
    }

    @Test
    void brokenDocumentsAreRefusedOrUnderstood() {
        String good =
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Delete"
                        + " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true</Quiet>"
                        + "<Object><Key>a&amp;b&#x20;</Key><VersionId>null</VersionId></Object>"
                        + "<Object><Key><![CDATA[c]]></Key></Object></Delete>";
        for (long seed = 0; seed < 2 * SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            String document = good;
            for (int changes = 1 + texts.random().nextInt(4); changes > 0; changes--) {
                document = texts.changed(document);
            }
            refusesOrUnderstands(seed, document, RequestFuzzTest::parse);
        }
    }

    private static void parse(String document) {
        XmlReader.parse(document.getBytes(StandardCharsets.ISO_8859_1), "Delete");
    }

    private static void refusesOrUnderstands(long seed, String text, Consumer<String> parser) {
        try {
            parser.accept(text);
        } catch (S3Exception refused) {
            assertThat(refused.error().status()).isBetween(400, 499);
        } catch (RuntimeException fault) {
            fail("seed %d: %s".formatted(seed, text), fault);
        }
    }
}
