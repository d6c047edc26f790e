package io.giza.service.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.concurrent.Span;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String UNSAMPLED = "00-" + TRACE + "-b7ad6b7169203331-00";

    private final List<SpanData> exported = new CopyOnWriteArrayList<>();

    private final class Collector implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            exported.addAll(spans);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    private Tracing tracing(double sample, boolean trustClients) {
        return Tracing.of(
                new TracingProperties("http://collector:4318/v1/traces", sample, trustClients),
                Resource.empty(),
                _ -> new Collector());
    }

    @Test
    void withoutAnEndpointNothingIsBegun() {
        try (Tracing tracing =
                Tracing.of(
                        new TracingProperties(" ", 1, true),
                        Resource.empty(),
                        _ -> new Collector())) {
            assertThat(tracing.isOn()).isFalse();
            assertThat(tracing.ofClient("PutObject", PARENT)).isSameAs(Span.NONE);
            assertThat(tracing.ofCaller("row", PARENT)).isSameAs(Span.NONE);
        }
    }

    @Test
    void aStrangersTraceIsNamedAndNotGoneOnWith() {
        try (Tracing tracing = tracing(1, false)) {
            tracing.ofClient("PutObject", PARENT).end();
        }
        SpanData span = exported.getFirst();
        assertThat(span.getTraceId()).isNotEqualTo(TRACE);
        assertThat(span.getParentSpanContext().isValid()).isFalse();
        assertThat(span.getLinks()).hasSize(1);
        assertThat(span.getLinks().getFirst().getSpanContext().getTraceId()).isEqualTo(TRACE);
    }

    @Test
    void aTrustedClientsTraceIsGoneOnWithAndItsDecisionFollowed() {
        try (Tracing tracing = tracing(0, true)) {
            tracing.ofClient("PutObject", PARENT).end();
            assertThat(tracing.ofClient("PutObject", UNSAMPLED)).isSameAs(Span.NONE);
            assertThat(tracing.ofClient("PutObject", null)).isSameAs(Span.NONE);
        }
        assertThat(exported).extracting(SpanData::getTraceId).containsExactly(TRACE);
    }

    @Test
    void partsAreOfTheirWholeAndTellItToWhomTheyCall() {
        String parent;
        try (Tracing caller = tracing(1, false)) {
            Span put = caller.ofClient("PutObject", null);
            Span part = put.begin("commit");
            parent = Objects.requireNonNull(part.traceParent());
            try (Tracing callee = tracing(0, false)) {
                callee.ofCaller("row", parent).end();
            }
            part.end();
            put.end();
        }
        assertThat(exported).extracting(SpanData::getName).contains("row", "commit", "PutObject");
        assertThat(exported).extracting(SpanData::getTraceId).containsOnly(parent.substring(3, 35));
        assertThat(exported.getFirst().getParentSpanId()).isEqualTo(parent.substring(36, 52));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "00-" + TRACE + "-0000000000000000-01"})
    void aHeaderThatNamesNoTraceIsPassedOver(String header) {
        try (Tracing tracing = tracing(1, true)) {
            tracing.ofClient("PutObject", header).end();
            assertThat(tracing.ofCaller("row", header)).isSameAs(Span.NONE);
        }
        assertThat(exported).hasSize(1);
        assertThat(exported.getFirst().getParentSpanContext().isValid()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"collector:4318", "http://collector", "ftp://collector/v1/traces"})
    void anEndpointThatIsNoUrlIsRefused(String endpoint) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingProperties(endpoint, 1, false))
                .withMessageContaining("giza.tracing.endpoint is " + endpoint)
                .withMessageContaining("/v1/traces");
    }

    @Test
    void aShareOutsideOfZeroToOneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingProperties(null, 1.5, false))
                .withMessageContaining("giza.tracing.sample is 1.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TracingProperties(null, Double.NaN, false));
    }
}
