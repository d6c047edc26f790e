package io.giza.gateway;

import io.giza.concurrent.Time;
import io.giza.config.ByteSize;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.request.Domains;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * How a gateway is configured, under {@code giza.gateway}.
 *
 * @param accessKey the access key id that works whatever other keys there are
 * @param secretKey the secret that signs, at least 8 characters; neither key has a default
 * @param account the storage account that the access key belongs to
 * @param region the region that buckets are said to be in; requests may be signed for any
 * @param domains the names by which clients reach the gateways: a host {@code BUCKET.NAME} is a
 *     bucket
 * @param websiteDomains the names by which visitors reach web sites: a host {@code BUCKET.NAME} is
 *     the site of a bucket, and a name itself that of the bucket that is called so
 * @param defaultObjectOwnership who owns the objects of buckets that are created without saying so:
 *     {@code BucketOwnerEnforced}, {@code BucketOwnerPreferred} or {@code ObjectWriter}; lists may
 *     grant something in the latter two
 * @param clockSkew how far a client's clock may be off, at most 15 minutes
 * @param signatureV2 whether presigned URLs of signature version 2 are accepted, which AWS calls
 *     deprecated
 * @param maxPut the greatest object that one put may store, at most 5 GiB
 * @param maxDrain how much of a refused body is read to keep its connection usable
 * @param deleteParallelism how many keys of one DeleteObjects are deleted at a time, 1 to 64
 * @param deleteTimeout how long one DeleteObjects may take
 * @param keyFreshness how long what was found of an access key may be remembered, at most 1 minute
 * @param crossOriginFreshness how long what a bucket says of other origins may be remembered, at
 *     most 1 hour
 * @param consoleOrigins origins of consoles, such as {@code https://console.example.net}: their
 *     pages may use presigned URLs, whatever buckets say of other origins
 * @param quotaFreshness how long quotas, and what sweeps found that buckets hold, may be
 *     remembered, at most 1 hour
 * @param unknownLookups how many look-ups a second may be made for requests whose sender is unknown
 *     yet: of access keys that were never found, and of buckets for pages of other origins
 * @param formSpace the disk that files of browsers' forms may take together while they are received
 * @param slowLog how long a request may take before the log says what it waited for, clients' own
 *     slowness left out; 0 for never
 * @param accessLog whether each request is logged
 * @param slowClients how slow clients may be
 */
@ConfigurationProperties("giza.gateway")
record GatewayProperties(
        @DefaultValue("") String accessKey,
        @DefaultValue("") String secretKey,
        @DefaultValue("default") String account,
        @DefaultValue("us-east-1") String region,
        @DefaultValue List<String> domains,
        @DefaultValue List<String> websiteDomains,
        @DefaultValue("BucketOwnerEnforced") String defaultObjectOwnership,
        @DefaultValue("15m") Duration clockSkew,
        @DefaultValue("false") boolean signatureV2,
        @DefaultValue("5GiB") ByteSize maxPut,
        @DefaultValue("16MiB") ByteSize maxDrain,
        @DefaultValue("8") int deleteParallelism,
        @DefaultValue("5m") Duration deleteTimeout,
        @DefaultValue("5s") Duration keyFreshness,
        @DefaultValue("2s") Duration crossOriginFreshness,
        @DefaultValue List<String> consoleOrigins,
        @DefaultValue("30s") Duration quotaFreshness,
        @DefaultValue("100") int unknownLookups,
        @DefaultValue("10GiB") ByteSize formSpace,
        @DefaultValue("2s") Duration slowLog,
        @DefaultValue AccessLogProperties accessLog,
        @DefaultValue SlowClientProperties slowClients) {
    /** What earlier versions took for want of another; everybody knows it. */
    private static final String PUBLISHED = "gizaadmin";

    /** A scheme and an authority, as browsers write them. */
    private static final String ORIGIN =
            "https?://[a-z0-9][a-z0-9.-]*(:[0-9]{1,5})?|https?://\\[[0-9a-f:.]+](:[0-9]{1,5})?";

    private static final ByteSize MAX_PUT = ByteSize.valueOf("5GiB");
    private static final ByteSize MAX_DRAIN = ByteSize.valueOf("64MiB");
    private static final ByteSize MAX_LEAST = ByteSize.valueOf("1GiB");

    /**
     * How slow clients may be while a body is received from them or sent to them.
     *
     * @param window how long one is waited for before its speed is judged, again and again
     * @param least what must move per second of waiting; 0 for no limit
     * @param head how long the head of a request may take, from its first byte to its last
     * @param idle how long nothing at all may move, of a body or between requests
     */
    public record SlowClientProperties(
            @DefaultValue("30s") Duration window,
            @DefaultValue("4KiB") ByteSize least,
            @DefaultValue("30s") Duration head,
            @DefaultValue("30s") Duration idle) {
        public SlowClientProperties {
            require(
                    isWithin(window, Duration.ofHours(1)),
                    "slow-clients.window must be more than 0 and at most 1h");
            require(
                    least.compareTo(MAX_LEAST) <= 0,
                    "slow-clients.least must be 0 to " + MAX_LEAST);
            require(
                    isWithin(head, Duration.ofHours(1)),
                    "slow-clients.head must be more than 0 and at most 1h");
            require(
                    isWithin(idle, Duration.ofHours(1)),
                    "slow-clients.idle must be more than 0 and at most 1h");
        }

        SlowClientLimits watchedBy(Time time) {
            return new SlowClientLimits(time, window, least.bytes());
        }
    }

    /**
     * Whether who asked for what is logged, in lines of JSON.
     *
     * @param enabled whether anything is
     * @param sample which part of the successful reads of objects, 0 to 1; of all else, all
     */
    public record AccessLogProperties(
            @DefaultValue("false") boolean enabled, @DefaultValue("1") double sample) {
        public AccessLogProperties {
            require(sample >= 0 && sample <= 1, "access-log.sample must be 0 to 1");
        }
    }

    public GatewayProperties {
        require(!accessKey.isBlank(), "access-key must be set: choose an id");
        require(
                secretKey.length() >= 8 && !secretKey.equals(PUBLISHED),
                "secret-key must be set to at least 8 characters that nobody knows: make them with"
                        + " 'openssl rand -hex 20'");
        require(!account.isBlank(), "account must name one of giza.accounts");
        require(region.matches("[a-z0-9-]{1,63}"), "region must look like us-east-1");
        domains = List.copyOf(domains);
        requireNames("domains", domains);
        websiteDomains = List.copyOf(websiteDomains);
        requireNames("website-domains", websiteDomains);
        require(
                Collections.disjoint(domains, websiteDomains),
                "website-domains must be other names than those in domains");
        require(
                ObjectOwnership.named(defaultObjectOwnership).isPresent(),
                "default-object-ownership must be BucketOwnerEnforced, BucketOwnerPreferred or"
                        + " ObjectWriter");
        require(
                isWithin(clockSkew, Duration.ofMinutes(15)),
                "clock-skew must be more than 0 and at most 15m");
        require(
                maxPut.bytes() > 0 && maxPut.compareTo(MAX_PUT) <= 0,
                "max-put must be more than 0 and at most " + MAX_PUT);
        require(maxDrain.compareTo(MAX_DRAIN) <= 0, "max-drain must be 0 to " + MAX_DRAIN);
        require(
                deleteParallelism >= 1 && deleteParallelism <= 64,
                "delete-parallelism must be 1 to 64");
        require(
                isWithin(deleteTimeout, Duration.ofHours(1)),
                "delete-timeout must be more than 0 and at most 1h");
        require(
                isWithin(keyFreshness, Duration.ofMinutes(1)),
                "key-freshness must be more than 0 and at most 1m");
        require(
                isWithin(crossOriginFreshness, Duration.ofHours(1)),
                "cross-origin-freshness must be more than 0 and at most 1h");
        consoleOrigins = List.copyOf(consoleOrigins);
        require(
                consoleOrigins.stream().allMatch(each -> each.matches(ORIGIN)),
                "console-origins must be origins such as https://console.example.net");
        require(
                isWithin(quotaFreshness, Duration.ofHours(1)),
                "quota-freshness must be more than 0 and at most 1h");
        require(
                unknownLookups >= 1 && unknownLookups <= 100_000,
                "unknown-lookups must be 1 to 100,000");
        require(
                slowLog.isZero() || isWithin(slowLog, Duration.ofHours(1)),
                "slow-log must be at most 1h, or 0 for never");
    }

    ObjectOwnership ownershipOfNewBuckets() {
        return ObjectOwnership.named(defaultObjectOwnership).orElseThrow();
    }

    /** Leaves the secret out: configurations are logged. */
    @Override
    public String toString() {
        return "GatewayProperties[accessKey="
                + accessKey
                + ", account="
                + account
                + ", region="
                + region
                + "]";
    }

    private static void requireNames(String property, List<String> names) {
        try {
            Domains _ = new Domains(names, List.of());
        } catch (IllegalArgumentException e) {
            require(false, property + " must be names of hosts: " + e.getMessage());
        }
    }

    private static boolean isWithin(Duration duration, Duration greatest) {
        return duration.isPositive() && duration.compareTo(greatest) <= 0;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("giza.gateway." + problem);
        }
    }
}
