package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;
import io.giza.system.cluster.TraceReceiver;
import io.giza.system.cluster.TraceReceiver.ReceivedSpan;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import software.amazon.awssdk.core.sync.RequestBody;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** One trace of a put over all services that it calls, with its parallel paths. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PutTraceIT {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final String BUCKET = "traced";

    /** Coded, not replicated: each data center has a fragment. */
    private static final int LARGE = 5 << 20;

    private TraceReceiver receiver;
    private RunningCluster cluster;
    private int traced;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        receiver = new TraceReceiver();
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSettings(
                                        Map.of(
                                                "giza.tracing.endpoint",
                                                receiver.endpoint(),
                                                "giza.tracing.sample",
                                                "0",
                                                "giza.tracing.trust-clients",
                                                "true",
                                                "giza.gateway.slow-log",
                                                "1ms")));
        cluster.createBucket(BUCKET);
    }

    @AfterAll
    void stop() {
        cluster.close();
        receiver.close();
    }

    /** Puts as a client that traces, or does not, and says so. */
    private void put(String key, int size, String trace, boolean isTraced) {
        TestObject object = new TestObject(key, size);
        cluster.s3("dc1")
                .putObject(
                        request ->
                                request.bucket(BUCKET)
                                        .key(key)
                                        .overrideConfiguration(
                                                c ->
                                                        c.putHeader(
                                                                "traceparent",
                                                                traceParent(trace, isTraced))),
                        RequestBody.fromBytes(object.content()));
    }

    private static String traceParent(String trace, boolean isTraced) {
        return "00-" + trace + "-00000000000000aa-" + (isTraced ? "01" : "00");
    }

    private List<ReceivedSpan> whole(String trace, Predicate<List<ReceivedSpan>> isWhole) {
        return await().atMost(LONG_ENOUGH)
                .until(() -> receiver.traceOf(each -> each.trace().equals(trace)), isWhole);
    }

    private static String nameOf(Map<String, ReceivedSpan> spans, String id) {
        return Objects.requireNonNull(spans.get(id), id).name();
    }

    private static List<ReceivedSpan> named(List<ReceivedSpan> spans, String prefix) {
        return spans.stream().filter(span -> span.name().startsWith(prefix)).toList();
    }

    private static Set<String> dcs(List<ReceivedSpan> spans, String service) {
        return spans.stream()
                .filter(span -> span.service().equals(service))
                .map(ReceivedSpan::dc)
                .collect(Collectors.toSet());
    }

    private List<ReceivedSpan> putTraced() {
        String trace = "1%031x".formatted(++traced);
        put("large", LARGE, trace, true);
        return whole(
                trace,
                found ->
                        dcs(found, "metadata-service").size() == 3
                                && dcs(found, "fragment-service").size() == 3
                                && !named(found, "PutObject").isEmpty());
    }

    private static boolean votesDuringUploads(List<ReceivedSpan> spans) {
        List<ReceivedSpan> uploads = named(spans, "fragment create");
        return named(spans, "metadata pre-accept").stream()
                .anyMatch(vote -> uploads.stream().anyMatch(vote::overlaps));
    }

    @Test
    void aPutIsOneTraceOverAllServicesWhosePartsRunAtTheSameTime() {
        // Either may be over before the other begins, by chance, but not in each put.
        List<ReceivedSpan> spans =
                await().atMost(LONG_ENOUGH).until(this::putTraced, PutTraceIT::votesDuringUploads);
        Map<String, ReceivedSpan> byId =
                spans.stream().collect(Collectors.toMap(ReceivedSpan::id, Function.identity()));

        ReceivedSpan root = named(spans, "PutObject").getFirst();
        assertThat(root.parent()).isEqualTo("00000000000000aa");
        assertThat(root.attributes()).containsEntry("http.response.status_code", "200");
        assertThat(spans)
                .filteredOn(span -> !span.equals(root))
                .allMatch(span -> byId.containsKey(span.parent()));

        List<ReceivedSpan> uploads = named(spans, "fragment create");
        List<ReceivedSpan> votes = named(spans, "metadata pre-accept");
        assertThat(uploads).extracting(ReceivedSpan::name).hasSize(3);
        assertThat(votes).hasSize(3);
        assertThat(votes).allMatch(vote -> nameOf(byId, vote.parent()).equals("commit"));
        assertThat(spans)
                .filteredOn(span -> !span.service().equals("gateway-service"))
                .filteredOn(span -> !span.name().equals("force"))
                .allMatch(span -> nameOf(byId, span.parent()).endsWith(" " + span.dc()));
        assertThat(named(spans, "force"))
                .extracting(ReceivedSpan::service)
                .contains("metadata-service", "fragment-service");
        assertThat(spans).allMatch(span -> !span.attributes().toString().contains("large"));
    }

    @Test
    void whatItsClientDoesNotTraceIsNotTraced() {
        String silent = "22222222222222222222222222222222";
        String later = "33333333333333333333333333333333";
        put("silent", 10, silent, false);
        put("later", 10, later, true);

        whole(later, found -> !named(found, "PutObject").isEmpty());

        assertThat(receiver.spans()).noneMatch(span -> span.trace().equals(silent));
    }

    /** At most one is told of in a second, so more are sent until one is. */
    @Test
    void aSlowRequestIsLoggedWithWhatItCalled() {
        Logger logger = (Logger) LoggerFactory.getLogger("io.giza.gateway.s3.SlowRequestLog");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        try {
            await().atMost(LONG_ENOUGH)
                    .until(
                            () -> {
                                put("slow", LARGE, "44444444444444444444444444444444", false);
                                return lines.list.stream().anyMatch(PutTraceIT::explainsThePut);
                            });
        } finally {
            logger.detachAppender(lines);
        }
    }

    private static boolean explainsThePut(ILoggingEvent event) {
        String line = event.getFormattedMessage();
        return line.startsWith("slow request: ")
                && line.contains(" ms fragment create dc2 stored")
                && line.contains(" ms metadata pre-accept dc3 ok");
    }
}
