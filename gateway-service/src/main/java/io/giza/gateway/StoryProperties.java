package io.giza.gateway;

import io.giza.commit.CommitSettings;
import io.giza.commit.CommitSettings.Contention;
import io.giza.commit.CommitSettings.FirstRound;
import io.giza.gateway.object.StorySettings;
import io.giza.gateway.object.StorySettings.DataPath;
import io.giza.model.DcName;
import io.giza.replica.Suspicion;
import io.giza.stripe.StripeBuffers;
import io.giza.version.VersionAccess;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import java.time.Duration;
import java.util.Map;

/**
 * How a gateway's stories are configured, under {@code giza.stories}.
 *
 * @param commit how long deciding a record may take
 * @param upload how long the last fragments of a put may take to become durable
 * @param read how long a read may take to find the newest version
 * @param resolve how long a version whose data is still arriving is waited for
 * @param grace how long a put waits for a late data center where the others bear losses
 * @param stall how long a transfer may stand still before its data center counts as away
 * @param hedge how late an answer may be before others are asked, or a vote is confirmed
 * @param confirmAfter how old a put's proposal may be before its version must be confirmed by a
 *     quorum once its uploads ended
 * @param bucketFreshness for how long a bucket's versioning counts as known once a quorum said it;
 *     the same at all gateways
 * @param suspicion how often a data center that failed is asked whether it is back
 * @param writeFormat the format of manifests to write
 * @param firstRound on which kind of ballot a record is offered first
 * @param contention what a proposer does about others that want the same version
 * @param dataPath whether fragments and record are made durable at the same time
 * @param stripeMemory how much memory the stripes of all puts may take together; by default a
 *     quarter of {@code giza.memory.total}
 * @param stripeWait how long a put waits for memory for its first stripe
 * @param queue the queue of those that write the same key at this gateway
 * @param delays latency to add one way to calls to other data centers, for experiments
 */
@ConfigurationProperties("giza.stories")
public record StoryProperties(
        @DefaultValue("20s") Duration commit,
        @DefaultValue("30s") Duration upload,
        @DefaultValue("10s") Duration read,
        @DefaultValue("3s") Duration resolve,
        @DefaultValue("2s") Duration grace,
        @DefaultValue("15s") Duration stall,
        @DefaultValue("500ms") Duration hedge,
        @DefaultValue("60s") Duration confirmAfter,
        @DefaultValue("2s") Duration bucketFreshness,
        @DefaultValue("5s") Duration suspicion,
        @DefaultValue("2") int writeFormat,
        @DefaultValue("fast") FirstRound firstRound,
        @DefaultValue("cooperative") Contention contention,
        @DefaultValue("parallel") DataPath dataPath,
        @Nullable DataSize stripeMemory,
        @DefaultValue("30s") Duration stripeWait,
        @DefaultValue Queue queue,
        @DefaultValue Map<String, Duration> delays) {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long MIN_STRIPE_MEMORY = 1 << 20;

    /** So that one access key, which gets seven eighths, can put two objects at a time. */
    private static final long LEAST_STRIPES = 3;

    private static final Duration LONGEST = Duration.ofHours(1);
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
                        "giza.stories.queue.per-key must be at least 1 and"
                                + " giza.stories.queue.in-all at least that and at most "
                                + MOST
                                + ", not "
                                + perKey
                                + " and "
                                + inAll);
            }
        }
    }

    public StoryProperties {
        requireSane("commit", commit);
        requireSane("upload", upload);
        requireSane("read", read);
        requireSane("resolve", resolve);
        requireSane("grace", grace);
        requireSane("stall", stall);
        requireSane("hedge", hedge);
        requireSane("confirm-after", confirmAfter);
        requireSane("bucket-freshness", bucketFreshness);
        if (bucketFreshness.compareTo(LONGEST_FRESHNESS) > 0) {
            throw new IllegalArgumentException(
                    "giza.stories.bucket-freshness must be at most 30s, since changes of a bucket's"
                            + " versioning wait that long, not "
                            + bucketFreshness);
        }
        requireSane("suspicion", suspicion);
        requireSane("stripe-wait", stripeWait);
        if (stripeMemory != null && stripeMemory.toBytes() < MIN_STRIPE_MEMORY) {
            throw new IllegalArgumentException(
                    "giza.stories.stripe-memory must be at least 1MB, not " + stripeMemory);
        }
        delays = Map.copyOf(delays);
        delays.forEach(
                (dc, delay) -> {
                    requireSane("delays." + new DcName(dc), delay);
                });
    }

    /**
     * Returns the settings of the stories.
     *
     * @param largestStripe what the largest stripe of any account takes, with parity, in bytes
     * @param accounts how many accounts there are
     * @param memory what the gateway may hold for its clients
     */
    StorySettings toSettings(long largestStripe, int accounts, MemoryProperties memory) {
        long bytes = stripeMemory == null ? memory.totalBytes() / 4 : stripeMemory.toBytes();
        long room = Math.max(bytes, LEAST_STRIPES * largestStripe);
        return new StorySettings(
                commit,
                upload,
                read,
                resolve,
                POLL,
                grace,
                stall,
                hedge,
                confirmAfter,
                bucketFreshness,
                dataPath,
                new StripeBuffers.Room(room, accounts, stripeWait));
    }

    VersionAccess.Patience toPatience() {
        return new VersionAccess.Patience(read, commit, resolve);
    }

    CommitSettings toCommitSettings() {
        var line = new CommitSettings.Queue(queue.enabled(), queue.perKey(), queue.inAll());
        return CommitSettings.DEFAULTS.withHedge(hedge).proposing(firstRound, contention, line);
    }

    Suspicion.Patience toSuspicion() {
        return new Suspicion.Patience(hedge, suspicion);
    }

    Duration delayTo(DcName dc) {
        return delays.getOrDefault(dc.value(), Duration.ZERO);
    }

    private static void requireSane(String key, Duration value) {
        if (!value.isPositive() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "giza.stories." + key + " must be more than 0 and at most 1h, not " + value);
        }
    }
}
