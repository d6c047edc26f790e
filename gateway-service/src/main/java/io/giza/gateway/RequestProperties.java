package io.giza.gateway;

import io.giza.commit.group.CommitSettings;
import io.giza.config.SaneDurations;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.cluster.RequestSettings.RecordOrder;
import io.giza.record.ManifestCodec;
import io.giza.replica.Suspicion;
import io.giza.stripe.write.StripeBuffers;
import io.giza.version.VersionAccess;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;

/**
 * How long a gateway waits while it serves requests, under {@code giza.requests}.
 *
 * @param commitTimeout how long deciding a record may take
 * @param uploadTimeout how long the last fragments of a put may take to become durable
 * @param readTimeout how long a read may take to find the newest version
 * @param resolveTimeout how long a version whose data is still arriving is waited for
 * @param grace how long a put waits for a late data center where the others bear losses
 * @param stallTimeout how long a transfer may stand still before its data center counts as away
 * @param hedgeAfter how late an answer may be before others are asked, or a vote is confirmed
 * @param confirmAfter how old a put's proposal may be before its version must be confirmed by a
 *     quorum once its uploads ended
 * @param bucketFreshness for how long a bucket's versioning counts as known once a quorum said it;
 *     the same at all gateways
 * @param probeInterval how often a data center that failed is asked whether it is back
 * @param writeFormat the format of manifests to write
 * @param queue the queue of those that write the same key at this gateway
 */
@ConfigurationProperties("giza.requests")
record RequestProperties(
        @DefaultValue("20s") Duration commitTimeout,
        @DefaultValue("30s") Duration uploadTimeout,
        @DefaultValue("10s") Duration readTimeout,
        @DefaultValue("3s") Duration resolveTimeout,
        @DefaultValue("2s") Duration grace,
        @DefaultValue("15s") Duration stallTimeout,
        @DefaultValue("500ms") Duration hedgeAfter,
        @DefaultValue("60s") Duration confirmAfter,
        @DefaultValue("2s") Duration bucketFreshness,
        @DefaultValue("5s") Duration probeInterval,
        @DefaultValue("2") int writeFormat,
        @DefaultValue Queue queue) {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LONGEST_FRESHNESS = Duration.ofSeconds(30);

    /**
     * The queue of those that write the same key.
     *
     * @param enabled whether there is one
     * @param perKey how many may wait for one key
     * @param inAll how many may wait for any
     */
    public record Queue(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("100") int perKey,
            @DefaultValue("1000") int inAll) {
        private static final int MOST = 100_000;

        public Queue {
            if (perKey < 1 || inAll < perKey || inAll > MOST) {
                throw new IllegalArgumentException(
                        "giza.requests.queue.per-key must be at least 1 and"
                                + " giza.requests.queue.in-all at least that and at most "
                                + MOST
                                + ", not "
                                + perKey
                                + " and "
                                + inAll);
            }
        }

        CommitSettings.Queue toSettings() {
            return new CommitSettings.Queue(enabled, perKey, inAll);
        }
    }

    public RequestProperties {
        requireSane("commit-timeout", commitTimeout);
        requireSane("upload-timeout", uploadTimeout);
        requireSane("read-timeout", readTimeout);
        requireSane("resolve-timeout", resolveTimeout);
        requireSane("grace", grace);
        requireSane("stall-timeout", stallTimeout);
        requireSane("hedge-after", hedgeAfter);
        requireSane("confirm-after", confirmAfter);
        requireSane("bucket-freshness", bucketFreshness);
        if (bucketFreshness.compareTo(LONGEST_FRESHNESS) > 0) {
            throw new IllegalArgumentException(
                    "giza.requests.bucket-freshness must be at most 30s, since changes of a"
                            + " bucket's versioning wait that long, not "
                            + bucketFreshness);
        }
        requireSane("probe-interval", probeInterval);
        if (writeFormat < 1 || writeFormat > ManifestCodec.NEWEST_FORMAT) {
            throw new IllegalArgumentException(
                    "giza.requests.write-format must be 1 to "
                            + ManifestCodec.NEWEST_FORMAT
                            + ", not "
                            + writeFormat);
        }
    }

    /** Returns the settings of requests. */
    RequestSettings toSettings(RecordOrder order, StripeBuffers.Limits stripes) {
        return new RequestSettings(
                commitTimeout,
                uploadTimeout,
                readTimeout,
                resolveTimeout,
                POLL,
                grace,
                stallTimeout,
                hedgeAfter,
                confirmAfter,
                bucketFreshness,
                order,
                stripes);
    }

    /** Returns the settings of those that propose. */
    CommitSettings toCommitSettings(ExperimentProperties experiments) {
        return CommitSettings.DEFAULTS
                .withHedge(hedgeAfter)
                .withStrategy(
                        experiments.firstRound(), experiments.contention(), queue.toSettings());
    }

    VersionAccess.Timeouts toPatience() {
        return new VersionAccess.Timeouts(readTimeout, commitTimeout, resolveTimeout);
    }

    Suspicion.Patience toSuspicion() {
        return new Suspicion.Patience(hedgeAfter, probeInterval);
    }

    private static void requireSane(String key, Duration value) {
        SaneDurations.require("giza.requests." + key, value);
    }
}
