package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.service.WriteCondition.Matches;
import io.giza.model.Bytes;
import io.giza.model.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

class WriteConditionsTest {
    private static final Instant WRITTEN = Instant.parse("2026-03-01T10:20:30.456Z");
    private static final String TIME = "x-amz-if-match-last-modified-time";
    private static final String SIZE = "x-amz-if-match-size";

    @Test
    void aTagIsReadWithQuotesAndWithoutAloneAndAmongOthers() {
        assertThat(put()).isEqualTo(new WriteCondition.None());
        assertThat(put("If-Match", "\"a\"")).isEqualTo(new Matches("a"));
        assertThat(put("If-Match", "a, \"b\",a")).isEqualTo(new Matches(List.of("a", "b")));
        assertThat(put("If-None-Match", "*")).isEqualTo(new WriteCondition.Absent());
        assertThat(put("If-None-Match", "\"a\", *")).isEqualTo(new WriteCondition.Absent());
        assertThat(put("If-None-Match", "\"a\",b"))
                .isEqualTo(new WriteCondition.Differs(List.of("a", "b")));
    }

    @ParameterizedTest
    @CsvSource({
        "If-Match, W/\"a\"",
        "If-None-Match, W/\"a\"",
        "If-Match, 'a,'",
        "If-Match, ''",
        "If-Unmodified-Since, 'Wed, 21 Oct 2015 07:28:00 GMT'"
    })
    void whatIsNotDecidedIsRefused(String name, String value) {
        assertRefused(S3Error.NOT_IMPLEMENTED, () -> put(name, value));
    }

    @Test
    void bothTagsTogetherAreRefused() {
        assertRefused(S3Error.NOT_IMPLEMENTED, () -> put("If-Match", "a", "If-None-Match", "b"));
        assertRefused(S3Error.NOT_IMPLEMENTED, () -> delete("If-None-Match", "b", SIZE, "1"));
    }

    @Test
    void aDeleteMayDescribeWhatItDeletes() {
        Instant second = Instant.parse("2026-03-01T10:20:30Z");
        var all =
                new WriteCondition.Described(
                        Optional.of(new Matches("a")), Optional.of(second), OptionalLong.of(12));
        assertThat(delete("If-Match", "\"a\"", TIME, "Sun, 01 Mar 2026 10:20:30 GMT", SIZE, "12"))
                .isEqualTo(all);
        assertThat(
                        WriteConditions.described(
                                Optional.of("a"),
                                Optional.of("2026-03-01T10:20:30.999Z"),
                                Optional.of("12")))
                .isEqualTo(all);
        assertThat(delete("If-Match", "a")).isEqualTo(new Matches("a"));
        assertRefused(S3Error.INVALID_ARGUMENT, () -> delete(TIME, "yesterday"));
        assertRefused(S3Error.INVALID_ARGUMENT, () -> delete(SIZE, "-1"));
        assertRefused(S3Error.INVALID_ARGUMENT, () -> delete(SIZE, "many"));
    }

    @Test
    void aConditionHoldsOfWhatItSays() {
        assertThat(new Matches(List.of("x", "etag")).holdsOf(object())).isTrue();
        assertThat(new Matches("*").holdsOf(object())).isTrue();
        assertThat(new Matches("x").holdsOf(object())).isFalse();
        assertThat(new WriteCondition.Differs(List.of("x")).holdsOf(object())).isTrue();
        assertThat(new WriteCondition.Differs(List.of("x", "etag")).holdsOf(object())).isFalse();
        assertThat(new WriteCondition.Absent().holdsOf(object())).isFalse();
        assertThat(described("etag", "2026-03-01T10:20:30Z", "4").holdsOf(object())).isTrue();
        assertThat(described("x", "2026-03-01T10:20:30Z", "4").holdsOf(object())).isFalse();
        assertThat(described("etag", "2026-03-01T10:20:31Z", "4").holdsOf(object())).isFalse();
        assertThat(described("etag", "2026-03-01T10:20:30Z", "5").holdsOf(object())).isFalse();
    }

    @Test
    void onlyATagNeedsAnObject() {
        assertThat(described("etag", "2026-03-01T10:20:30Z", "4").needsObject()).isTrue();
        assertThat(delete(SIZE, "4").needsObject()).isFalse();
        assertThat(new Matches("*").needsObject()).isTrue();
        assertThat(new WriteCondition.Differs(List.of("a")).needsObject()).isFalse();
    }

    private static WriteCondition described(String etag, String modified, String size) {
        return WriteConditions.described(
                Optional.of(etag), Optional.of(modified), Optional.of(size));
    }

    private static Manifest object() {
        return new Manifest(
                new Manifest.Inline(Bytes.EMPTY),
                4,
                "etag",
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                WRITTEN);
    }

    private static WriteCondition put(String... headers) {
        return WriteConditions.of(headers(headers));
    }

    private static WriteCondition delete(String... headers) {
        return WriteConditions.ofDelete(headers(headers));
    }

    private static Headers headers(String... namesAndValues) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return Headers.of(headers);
    }

    private static void assertRefused(S3Error error, Runnable reading) {
        assertThatThrownBy(reading::run)
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error()).isEqualTo(error));
    }
}
