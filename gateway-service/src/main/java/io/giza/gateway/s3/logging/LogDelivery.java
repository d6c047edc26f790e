package io.giza.gateway.s3.logging;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.gateway.s3.access.DeliveryAccess;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.bucket.BucketConfiguration;
import io.giza.gateway.s3.bucket.RememberedDocuments;
import io.giza.gateway.s3.bucket.RememberedDocuments.Freshness;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Puts records as objects into the buckets that they go to, for the account that owns both buckets.
 * That account set the delivery, so it needs no other leave than not to be denied by the policy of
 * the bucket that gets them.
 */
public final class LogDelivery implements LogSink {
    private static final Logger LOG = LoggerFactory.getLogger(LogDelivery.class);
    private static final Map<String, String> HEADERS = Map.of("content-type", "text/plain");

    private final S3Services services;
    private final RememberedDocuments<BucketLog> documents;
    private final DeliveryAccess access;
    private final Accounts accounts;
    private final String region;
    private final Surroundings surroundings;

    /**
     * Delivers records.
     *
     * @param freshness how long it is remembered where the records of a bucket go
     * @param access tells which deliveries are denied
     * @param region of all buckets
     */
    public LogDelivery(
            S3Services services,
            Freshness freshness,
            DeliveryAccess access,
            Accounts accounts,
            String region,
            Surroundings surroundings) {
        this.services = services;
        this.documents =
                new RememberedDocuments<>(
                        services,
                        surroundings.time(),
                        freshness,
                        BucketConfiguration.LOGGING,
                        BucketLog::of);
        this.access = access;
        this.accounts = accounts;
        this.region = region;
        this.surroundings = surroundings;
    }

    @Override
    public void forget(String bucket) {
        documents.invalidate(bucket);
    }

    @Override
    public boolean isKnownUnwanted(String bucket) {
        return documents.isKnownSilent(bucket);
    }

    @Override
    public boolean isUnwanted(String bucket) {
        try {
            return documents.find(new Resource(bucket, "")).flatMap(BucketLog::target).isEmpty();
        } catch (S3Exception e) {
            return e.error() == S3Error.NO_SUCH_BUCKET;
        }
    }

    @Override
    public Outcome deliver(
            String bucket, List<LogLine> lines, BiConsumer<String, LogLine> recorded) {
        try {
            Optional<BucketLog> log = documents.find(new Resource(bucket, ""));
            return log.flatMap(BucketLog::target)
                    .map(
                            target ->
                                    new Delivery(bucket, log.get().account(), target, recorded)
                                            .deliver(lines))
                    .orElse(Outcome.UNWANTED);
        } catch (S3Exception e) {
            return e.error() == S3Error.NO_SUCH_BUCKET ? Outcome.UNWANTED : Outcome.LATER;
        }
    }

    /** What goes from one bucket to another. */
    private final class Delivery {
        private final LogKeys keys;
        private final Target target;
        private final BiConsumer<String, LogLine> recorded;

        Delivery(
                String bucket,
                String account,
                Target target,
                BiConsumer<String, LogLine> recorded) {
            this.keys = new LogKeys(account, region, bucket);
            this.target = target;
            this.recorded = recorded;
        }

        /** If one of several objects fails, the others may be delivered again with it. */
        Outcome deliver(List<LogLine> lines) {
            Instant now = surroundings.time().instant();
            Outcome worst = Outcome.DELIVERED;
            for (var part : LogKeys.parted(target, lines, now).entrySet()) {
                String key = keys.of(target, part.getKey(), unique());
                Outcome outcome = put(new Resource(target.bucket(), key), content(part.getValue()));
                worst = outcome.compareTo(worst) > 0 ? outcome : worst;
            }
            return worst;
        }

        private Outcome put(Resource object, byte[] content) {
            Instant began = surroundings.time().instant();
            Ticks from = surroundings.time().ticks();
            if (access.isDenied(object, keys.bucket(), keys.account())) {
                return refused("the policy of the bucket denies it");
            }
            PutRequest request =
                    new PutRequest(
                            new ObjectService.Target(
                                    accounts.find(keys.account()).orElseThrow(),
                                    object.bucket(),
                                    object.key(),
                                    ClientOperation.once(surroundings.random())),
                            new WriteCondition.None(),
                            HEADERS,
                            Map.of());
            return switch (store(request, content)) {
                case PutResult.Stored _ -> {
                    Duration took = from.elapsed(surroundings.time());
                    RequestIds ids = RequestIds.next(surroundings.random());
                    recorded.accept(
                            object.bucket(),
                            LoggedRequest.ofDelivery(object, began, ids, content.length, took)
                                    .toLine());
                    yield Outcome.DELIVERED;
                }
                case Failure failure -> outcome(failure);
            };
        }

        private Outcome outcome(Failure failure) {
            return switch (failure) {
                case Failure.BucketReplaced _,
                        Failure.ConditionUndecided _,
                        Failure.Busy _,
                        Failure.Unavailable _,
                        Failure.OutcomeUnknown _ ->
                        Outcome.LATER;
                case Failure.NoSuchBucket _ -> refused("the account has no such bucket");
                case Failure.QuotaExceeded _ -> refused("it exceeds a quota");
                case Failure.KeyRefused(_, String detail) -> refused(detail);
                case Failure.NoSuchUpload _,
                        Failure.AccessDenied _,
                        Failure.ObjectLocked _,
                        Failure.NoBucketLock _,
                        Failure.NoSuchKey _,
                        Failure.PreconditionFailed _,
                        Failure.DataLost _ ->
                        throw new IllegalStateException("no put ends so: " + failure);
            };
        }

        private Outcome refused(String why) {
            LOG.atWarn()
                    .addKeyValue("bucket", keys.bucket())
                    .addKeyValue("target", target.bucket())
                    .addKeyValue("reason", why)
                    .log("records of requests cannot be delivered");
            return Outcome.REFUSED;
        }

        private byte[] content(List<LogLine> lines) {
            byte[] owner =
                    (Owner.of(keys.account()).id() + " ").getBytes(StandardCharsets.US_ASCII);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (LogLine line : lines) {
                content.writeBytes(owner);
                content.writeBytes(line.text());
                content.write('\n');
            }
            return content.toByteArray();
        }
    }

    private PutResult store(PutRequest request, byte[] content) {
        try {
            return services.objects().put(request, new ArrayBody(content));
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory are always read", e);
        }
    }

    private String unique() {
        return HexFormat.of()
                .toHexDigits(surroundings.random().nextLong())
                .toUpperCase(Locale.ROOT);
    }
}
