package io.giza.gateway.s3.policy.request;

import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.request.RawRequest;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The values of condition keys in one request: what its head says, and what is known of how it
 * came. What costs something, such as the tags of an object that is there, is found when a policy
 * asks for it.
 *
 * @param request the head
 * @param arrival how it came
 * @param signature how it was signed
 * @param owner the account whose the bucket is, empty where that is not known
 * @param others keys that are neither of the head nor of who asks: none of those it does not know
 */
public record RequestConditions(
        RawRequest request,
        Arrival arrival,
        Signature signature,
        String owner,
        ConditionValues others)
        implements ConditionValues {
    private static final String EXISTING_TAG = "s3:existingobjecttag/";
    private static final String REQUESTED_TAG = "s3:requestobjecttag/";
    private static final String TAGGING = "x-amz-tagging";
    private static final String RETAIN_UNTIL = "x-amz-object-lock-retain-until-date";

    /**
     * How a request came.
     *
     * @param address the client's, as text
     * @param time when
     * @param tlsVersion as in {@code 1.3}, empty where it did not come over TLS
     */
    public record Arrival(String address, Instant time, String tlsVersion) {}

    /**
     * How a request was signed.
     *
     * @param authType {@code REST-HEADER}, {@code REST-QUERY-STRING} or {@code POST}; empty if it
     *     was not
     * @param algorithm {@code AWS4-HMAC-SHA256} or {@code AWS}
     * @param time when
     */
    public record Signature(String authType, String algorithm, Instant time) {
        /** None. */
        public static final Signature NONE = new Signature("", "", Instant.EPOCH);
    }

    /** Returns the same request with the tags of the object that is there, sought once. */
    public RequestConditions withObjectTags(Supplier<Tags> tags) {
        Supplier<Tags> sought = once(tags);
        return with(
                key ->
                        key.startsWith(EXISTING_TAG)
                                ? tag(sought.get(), key.substring(EXISTING_TAG.length()))
                                : List.of());
    }

    /** Returns the same request with the tags that its document sets. */
    public RequestConditions withRequestTags(Tags tags) {
        return with(key -> ofTags(tags, key));
    }

    /** Returns the same request with more keys. */
    public RequestConditions with(ConditionValues more) {
        ConditionValues all =
                key -> {
                    List<String> values = others.of(key);
                    return values.isEmpty() ? more.of(key) : values;
                };
        return new RequestConditions(request, arrival, signature, owner, all);
    }

    @Override
    public List<String> of(String key) {
        return switch (key) {
            case "aws:currenttime" ->
                    List.of(arrival.time().truncatedTo(ChronoUnit.SECONDS).toString());
            case "aws:epochtime" -> List.of(Long.toString(arrival.time().getEpochSecond()));
            case "aws:securetransport" -> List.of(Boolean.toString(request.secure()));
            case "aws:sourceip" -> present(arrival.address());
            case "s3:tlsversion" -> present(arrival.tlsVersion());
            case "s3:resourceaccount" -> present(owner);
            case "s3:authtype" -> present(signature.authType());
            case "s3:signatureversion" -> present(signature.algorithm());
            case "s3:signatureage" -> signed(age -> Long.toString(age.toMillis()));
            case "aws:referer" -> header("referer");
            case "aws:useragent" -> header("user-agent");
            case "s3:prefix", "s3:delimiter", "s3:max-keys" -> query(key.substring(3));
            case "s3:versionid" -> query("versionId");
            case "s3:if-match", "s3:if-none-match" -> header(key.substring(3));
            case "s3:object-lock-mode",
                    "s3:object-lock-legal-hold",
                    "s3:object-lock-retain-until-date" ->
                    orOthers(header("x-amz-" + key.substring(3)), key);
            case "s3:object-lock-remaining-retention-days" -> orOthers(remainingDays(), key);
            default -> other(key);
        };
    }

    private List<String> other(String key) {
        if (key.startsWith("s3:x-amz-")) {
            return orOthers(header(key.substring(3)), key);
        }
        if (key.startsWith(REQUESTED_TAG) || key.equals("s3:requestobjecttagkeys")) {
            return orOthers(ofTags(requestedTags(), key), key);
        }
        return others.of(key);
    }

    private List<String> orOthers(List<String> own, String key) {
        return own.isEmpty() ? others.of(key) : own;
    }

    private static List<String> ofTags(Tags tags, String key) {
        if (key.startsWith(REQUESTED_TAG)) {
            return tag(tags, key.substring(REQUESTED_TAG.length()));
        }
        return key.equals("s3:requestobjecttagkeys")
                ? List.copyOf(tags.values().keySet())
                : List.of();
    }

    private static List<String> tag(Tags tags, String key) {
        return Optional.ofNullable(tags.values().get(key)).map(List::of).orElseGet(List::of);
    }

    /** A header that cannot be read is refused later, whatever policies say. */
    private Tags requestedTags() {
        try {
            return request.headers().value(TAGGING).map(Tags::readHeader).orElse(Tags.NONE);
        } catch (S3Exception e) {
            return Tags.NONE;
        }
    }

    private List<String> remainingDays() {
        try {
            return request.headers()
                    .value(RETAIN_UNTIL)
                    .map(text -> OffsetDateTime.parse(text).toInstant())
                    .map(until -> Duration.between(arrival.time(), until).toDays())
                    .map(days -> List.of(Long.toString(days)))
                    .orElseGet(List::of);
        } catch (DateTimeException e) {
            return List.of();
        }
    }

    private List<String> signed(Function<Duration, String> text) {
        return signature.authType().isEmpty()
                ? List.of()
                : List.of(text.apply(Duration.between(signature.time(), arrival.time())));
    }

    private List<String> header(String name) {
        return request.headers().value(name).map(List::of).orElseGet(List::of);
    }

    private List<String> query(String name) {
        return request.query().first(name).map(List::of).orElseGet(List::of);
    }

    private static List<String> present(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }

    private static <T> Supplier<T> once(Supplier<T> supplier) {
        return new Supplier<>() {
            private Optional<T> found = Optional.empty();

            @Override
            public T get() {
                T value = found.orElseGet(supplier);
                found = Optional.of(value);
                return value;
            }
        };
    }
}
