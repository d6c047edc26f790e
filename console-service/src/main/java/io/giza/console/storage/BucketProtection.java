package io.giza.console.storage;

import io.giza.console.view.Protection;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DefaultRetention;
import software.amazon.awssdk.services.s3.model.ObjectLockConfiguration;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.PublicAccessBlockConfiguration;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Who else may use a bucket, and how long its versions are kept from being deleted. */
public final class BucketProtection {
    private static final int NOT_FOUND = 404;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final S3Client s3;
    private final String bucket;

    /** Reads and writes what protects a bucket. */
    public BucketProtection(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /** Returns all of it. */
    public Protection read() {
        Optional<String> policy =
                find(() -> s3.getBucketPolicy(get -> get.bucket(bucket)).policy());
        boolean isPublic =
                policy.isPresent()
                        && Boolean.TRUE.equals(
                                s3.getBucketPolicyStatus(get -> get.bucket(bucket))
                                        .policyStatus()
                                        .isPublic());
        return new Protection(
                policy.map(BucketProtection::readable).orElse(""), isPublic, blocks(), lock());
    }

    private static String readable(String policy) {
        try {
            return JSON.readTree(policy).toPrettyString();
        } catch (JacksonException e) {
            return policy;
        }
    }

    /** Puts a policy in the place of the one that is there; an empty one takes it away. */
    public void setPolicy(String policy) {
        if (policy.isBlank()) {
            s3.deleteBucketPolicy(delete -> delete.bucket(bucket));
        } else {
            s3.putBucketPolicy(put -> put.bucket(bucket).policy(policy.strip()));
        }
    }

    private List<Protection.Block> blocks() {
        PublicAccessBlockConfiguration set =
                find(() ->
                                s3.getPublicAccessBlock(get -> get.bucket(bucket))
                                        .publicAccessBlockConfiguration())
                        .orElse(PublicAccessBlockConfiguration.builder().build());
        return List.of(
                new Protection.Block(
                        "block-policy",
                        "Refuse policies that let anybody in",
                        Boolean.TRUE.equals(set.blockPublicPolicy())),
                new Protection.Block(
                        "restrict",
                        "Of a policy that lets anybody in, heed this account alone",
                        Boolean.TRUE.equals(set.restrictPublicBuckets())),
                new Protection.Block(
                        "block-acls",
                        "Refuse access control lists that let anybody in",
                        Boolean.TRUE.equals(set.blockPublicAcls())),
                new Protection.Block(
                        "ignore-acls",
                        "Ignore such lists",
                        Boolean.TRUE.equals(set.ignorePublicAcls())));
    }

    /** Blocks what is named, and nothing else. */
    public void setBlocks(Set<String> names) {
        s3.putPublicAccessBlock(
                put ->
                        put.bucket(bucket)
                                .publicAccessBlockConfiguration(
                                        each ->
                                                each.blockPublicPolicy(
                                                                names.contains("block-policy"))
                                                        .restrictPublicBuckets(
                                                                names.contains("restrict"))
                                                        .blockPublicAcls(
                                                                names.contains("block-acls"))
                                                        .ignorePublicAcls(
                                                                names.contains("ignore-acls"))));
    }

    private Protection.Lock lock() {
        Optional<ObjectLockConfiguration> found =
                find(
                        () ->
                                s3.getObjectLockConfiguration(get -> get.bucket(bucket))
                                        .objectLockConfiguration());
        if (found.isEmpty() || found.get().objectLockEnabled() != ObjectLockEnabled.ENABLED) {
            return Protection.Lock.OFF;
        }
        if (found.get().rule() == null || found.get().rule().defaultRetention() == null) {
            return new Protection.Lock(true, "", 0, "days");
        }
        DefaultRetention retention = found.get().rule().defaultRetention();
        boolean isYears = retention.years() != null;
        return new Protection.Lock(
                true,
                retention.modeAsString(),
                isYears ? retention.years() : retention.days(),
                isYears ? "years" : "days");
    }

    /** Lets versions be locked, and locks new ones unless the mode is empty. */
    public void setLock(Protection.Lock lock) {
        ObjectLockConfiguration.Builder set =
                ObjectLockConfiguration.builder().objectLockEnabled(ObjectLockEnabled.ENABLED);
        if (!lock.mode().isEmpty()) {
            boolean isYears = lock.unit().equals("years");
            set.rule(
                    rule ->
                            rule.defaultRetention(
                                    retention ->
                                            retention
                                                    .mode(lock.mode())
                                                    .days(isYears ? null : lock.count())
                                                    .years(isYears ? lock.count() : null)));
        }
        s3.putObjectLockConfiguration(
                put -> put.bucket(bucket).objectLockConfiguration(set.build()));
    }

    /** What was never set is answered with 404. */
    private static <T> Optional<T> find(Supplier<T> read) {
        try {
            return Optional.of(read.get());
        } catch (S3Exception e) {
            boolean isUnset =
                    e.statusCode() == NOT_FOUND
                            && e.awsErrorDetails() != null
                            && !"NoSuchBucket".equals(e.awsErrorDetails().errorCode());
            if (isUnset) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
