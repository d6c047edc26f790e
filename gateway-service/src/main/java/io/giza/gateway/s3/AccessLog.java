package io.giza.gateway.s3;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Who asked for what, and what became of it: a line of JSON for each request once its last byte is
 * sent. Lines are ASCII, so that no name of a stranger begins another line or looks like something
 * else than it is. No secret, signature or query is in them.
 */
public final class AccessLog {
    /** The logger of the lines. */
    public static final String LOGGER = "io.giza.access";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Of these alone a part may be left out: they change nothing, and there are many. */
    private static final Set<Operation> SAMPLED =
            Set.of(Operation.GET_OBJECT, Operation.HEAD_OBJECT);

    private static final int CLIENT_ERROR = 400;

    private final Surroundings surroundings;
    private final boolean enabled;
    private final double sample;

    /**
     * Makes the log.
     *
     * @param enabled whether anything is written
     * @param sample which part of the successful reads of objects is written, 0 to 1; all else is
     */
    public AccessLog(Surroundings surroundings, boolean enabled, double sample) {
        this.surroundings = surroundings;
        this.enabled = enabled;
        this.sample = sample;
    }

    /** Writes a request that is over. */
    void log(ServedRequest request, Ticks ended) {
        if (enabled && isWanted(request)) {
            LOG.info(JSON.writeValueAsString(fields(request, ended)));
        }
    }

    private boolean isWanted(ServedRequest request) {
        boolean isPlainRead =
                SAMPLED.contains(request.operation())
                        && request.reply().status() < CLIENT_ERROR
                        && request.isAnswered();
        return !isPlainRead || sample >= 1 || surroundings.random().nextDouble() < sample;
    }

    private Map<String, Object> fields(ServedRequest request, Ticks ended) {
        var client = request.reply().client();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("time", surroundings.time().instant().toString());
        fields.put("requestId", request.ids().requestId());
        put(fields, "traceId", traceId(request.trace().span().traceParent()));
        fields.put("remote", request.address());
        put(fields, "account", request.caller().map(each -> each.account().name()).orElse(""));
        put(fields, "accessKey", request.caller().map(Caller::accessKeyId).orElse(""));
        put(
                fields,
                "session",
                request.caller()
                        .filter(each -> each.session().isPresent())
                        .map(Caller::label)
                        .orElse(""));
        fields.put("operation", request.operation().label());
        put(fields, "bucket", request.resource().map(Resource::bucket).orElse(""));
        put(fields, "key", request.resource().map(Resource::key).orElse(""));
        put(fields, "versionId", request.reply().header("x-amz-version-id"));
        fields.put("status", request.reply().status());
        put(fields, "error", request.error().map(S3Error::code).orElse(""));
        if (!request.isAnswered()) {
            fields.put("brokenOff", true);
        }
        fields.put("receivedBytes", client.receivedBytes());
        fields.put("sentBytes", client.sentBytes());
        Optional<Ticks> first = client.firstSent();
        if (first.isPresent()) {
            fields.put("firstByteMs", millis(request.started().until(first.get())));
        }
        fields.put("totalMs", millis(request.started().until(ended)));
        fields.put("calls", request.trace().hopCount());
        put(fields, "userAgent", request.exchange().header("User-Agent"));
        return fields;
    }

    /** What is not known has no field. */
    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            fields.put(name, value);
        }
    }

    /** The second part of a trace's parent (W3C Trace Context, section 3.2.2). */
    private static String traceId(@Nullable String parent) {
        return parent == null ? "" : parent.split("-", 4)[1];
    }

    private static double millis(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos()) / 1000.0;
    }
}
