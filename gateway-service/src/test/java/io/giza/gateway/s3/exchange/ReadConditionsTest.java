package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.request.Headers;
import io.giza.model.Bytes;
import io.giza.model.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class ReadConditionsTest {
    private static final Map<String, String> DATES =
            Map.of(
                    "before", "Fri, 24 May 2013 00:00:00 GMT",
                    "same", "Sat, 25 May 2013 00:00:00 GMT",
                    "after", "Sun, 26 May 2013 00:00:00 GMT",
                    "nonsense", "yesterday");

    private static final Instant CREATED = Instant.parse("2013-05-25T00:00:00.900Z");

    @ParameterizedTest
    @CsvSource({
        "'',      '',      '',       '',       PROCEED",
        "tag,     '',      '',       '',       PROCEED",
        "other,   '',      '',       '',       FAILED",
        "*,       '',      '',       '',       PROCEED",
        "'o,tag', '',      '',       '',       PROCEED",
        "'',      tag,     '',       '',       NOT_MODIFIED",
        "'',      W/tag,   '',       '',       NOT_MODIFIED",
        "'',      other,   '',       '',       PROCEED",
        "'',      '',      before,   '',       FAILED",
        "'',      '',      same,     '',       PROCEED",
        "'',      '',      nonsense, '',       PROCEED",
        "'',      '',      '',       same,     NOT_MODIFIED",
        "'',      '',      '',       before,   PROCEED",
        "tag,     '',      before,   '',       PROCEED",
        "'',      other,   '',       after,    PROCEED",
        "'',      tag,     '',       before,   NOT_MODIFIED",
        "other,   tag,     '',       '',       FAILED"
    })
    void tagsOutweighDatesAndFailureOutweighsBoth(
            String ifMatch,
            String ifNoneMatch,
            String unmodifiedSince,
            String modifiedSince,
            ReadConditions.Decision decision) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        put(headers, "if-match", ifMatch);
        put(headers, "if-none-match", ifNoneMatch);
        put(headers, "if-unmodified-since", DATES.getOrDefault(unmodifiedSince, ""));
        put(headers, "if-modified-since", DATES.getOrDefault(modifiedSince, ""));
        assertThat(decide(headers, CREATED)).isEqualTo(decision);
    }

    /** The date may be of an earlier version of the same second. */
    @Test
    void aVersionFromTheFutureIsModifiedSinceAnyDate() {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        put(headers, "if-modified-since", DATES.getOrDefault("same", ""));
        assertThat(decide(headers, CREATED.minusMillis(1)))
                .isEqualTo(ReadConditions.Decision.PROCEED);
        put(headers, "if-none-match", "tag");
        assertThat(decide(headers, CREATED.minusMillis(1)))
                .isEqualTo(ReadConditions.Decision.NOT_MODIFIED);
    }

    private static ReadConditions.Decision decide(Map<String, List<String>> headers, Instant now) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.EMPTY),
                        0,
                        "tag",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        CREATED);
        return ReadConditions.decide(Headers.of(headers), manifest, now);
    }

    private static void put(Map<String, List<String>> headers, String name, String value) {
        if (!value.isEmpty()) {
            headers.put(name, List.of(value));
        }
    }
}
