package io.giza.gateway.s3.bucket;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.notify.Announcer;
import io.giza.gateway.notify.ReplicatedEventLog;
import io.giza.gateway.s3.body.VerifiedBody;
import io.giza.gateway.s3.document.NotificationDocument;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.notification.NotificationCodec;
import io.giza.notification.NotificationRule;

import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What buckets tell webhooks of: PutBucketNotificationConfiguration and its counterpart. A change
 * is in effect at every gateway once it is answered.
 */
public final class NotificationHandler {
    private static final int MAX_DOCUMENT_BYTES = 256 << 10;
    private static final int ID_BYTES = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Buckets buckets;
    private final SystemRows rows;
    private final Surroundings surroundings;
    private final LiveLevel level;
    private final Set<String> webhooks;

    /**
     * Makes the handler.
     *
     * @param level says whether all processes note events
     * @param webhooks the names of those that there are
     */
    public NotificationHandler(
            Buckets buckets,
            SystemRows rows,
            Surroundings surroundings,
            LiveLevel level,
            Set<String> webhooks) {
        this.buckets = buckets;
        this.rows = rows;
        this.surroundings = surroundings;
        this.level = level;
        this.webhooks = Set.copyOf(webhooks);
    }

    /**
     * Takes the document in the place of the one before.
     *
     * @throws S3Exception InvalidArgument that names the target or event that there is not,
     *     EntityTooLarge if what is kept is longer than {@link SystemRows#MAX_RECORD_BYTES}
     */
    public void put(Call call, Reply reply) throws IOException {
        VerifiedBody body = call.body(MAX_DOCUMENT_BYTES);
        ObjectKey key = key(call);
        Bytes record =
                call.read(
                        body,
                        bytes ->
                                NotificationCodec.encode(
                                        NotificationDocument.read(
                                                XmlReader.parse(bytes, NotificationDocument.ROOT),
                                                webhooks,
                                                this::freshId)));
        if (record.size() > SystemRows.MAX_RECORD_BYTES) {
            throw new S3Exception(S3Error.ENTITY_TOO_LARGE)
                    .with("ProposedSize", Integer.toString(record.size()))
                    .with("MaxSizeAllowed", Integer.toString(SystemRows.MAX_RECORD_BYTES));
        }
        requireLevel();
        if (rows.change(key, call.operation(), Change.to(NotificationCodec.FORMAT, record))
                instanceof SystemRows.Unavailable failure) {
            throw Failures.toError(failure, call.resource());
        }
        // What was before is remembered no longer than that, here and anywhere else.
        surroundings.time().sleep(Announcer.FRESHNESS);
        reply.empty(200);
    }

    /** Answers the document, an empty one where nothing was set. */
    public void get(Call call, Reply reply) throws IOException {
        List<NotificationRule> rules =
                switch (rows.read(key(call))) {
                    case SystemRows.Held(var held) ->
                            held.map(NotificationCodec::decode).orElseGet(List::of);
                    case SystemRows.Unavailable failure ->
                            throw Failures.toError(failure, call.resource());
                };
        reply.xml(200, NotificationDocument.write(rules));
    }

    private ObjectKey key(Call call) {
        return ObjectKey.ofConfiguration(buckets.of(call).id(), ReplicatedEventLog.DOCUMENT);
    }

    private void requireLevel() {
        Optional<String> refusal =
                level.refusal(
                        LevelRange.OPERATED,
                        "events of buckets",
                        surroundings.time().after(PATIENCE));
        if (refusal.isPresent()) {
            throw new S3Exception(S3Error.INVALID_REQUEST, refusal.get() + ".");
        }
    }

    /** Configurations without an id get one, as at S3. */
    private String freshId() {
        byte[] bytes = new byte[ID_BYTES];
        surroundings.random().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
