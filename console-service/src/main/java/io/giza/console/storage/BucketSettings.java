package io.giza.console.storage;

import io.giza.console.view.Settings;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.LifecycleRuleFilter;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What is set for a bucket, as S3 has it. */
public final class BucketSettings {
    private static final int NOT_FOUND = 404;

    private final S3Client s3;
    private final String bucket;

    /** Reads and writes what is set for a bucket. */
    public BucketSettings(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /** Returns whether versions are kept, in the words of S3. */
    public String versioning() {
        String status = s3.getBucketVersioning(get -> get.bucket(bucket)).statusAsString();
        return status == null ? "Off" : status;
    }

    /** Sets whether versions are kept. */
    public void setVersioning(boolean enabled) {
        s3.putBucketVersioning(
                put ->
                        put.bucket(bucket)
                                .versioningConfiguration(
                                        each -> each.status(enabled ? "Enabled" : "Suspended")));
    }

    /** Returns the rules of its lifecycle; none if there is no lifecycle. */
    public List<LifecycleRule> lifecycle() {
        return orNone(() -> s3.getBucketLifecycleConfiguration(get -> get.bucket(bucket)).rules());
    }

    /** Puts a rule in the place of that of its id, or beside the others. */
    public void putRule(LifecycleRule rule) {
        List<LifecycleRule> rules = new ArrayList<>(lifecycle());
        rules.removeIf(each -> each.id().equals(rule.id()));
        rules.add(rule);
        write(rules);
    }

    /** Takes a rule away. */
    public void removeRule(String id) {
        List<LifecycleRule> rules = new ArrayList<>(lifecycle());
        rules.removeIf(each -> each.id().equals(id));
        write(rules);
    }

    private void write(List<LifecycleRule> rules) {
        if (rules.isEmpty()) {
            s3.deleteBucketLifecycle(delete -> delete.bucket(bucket));
        } else {
            s3.putBucketLifecycleConfiguration(
                    put -> put.bucket(bucket).lifecycleConfiguration(each -> each.rules(rules)));
        }
    }

    /** Returns what pages of other origins may; none if nothing is set. */
    public List<CORSRule> crossOrigin() {
        return orNone(() -> s3.getBucketCors(get -> get.bucket(bucket)).corsRules());
    }

    /** Adds to what pages of other origins may. */
    public void addCrossOrigin(CORSRule rule) {
        List<CORSRule> rules = new ArrayList<>(crossOrigin());
        rules.add(rule);
        s3.putBucketCors(
                put -> put.bucket(bucket).corsConfiguration(each -> each.corsRules(rules)));
    }

    /** Lets no page of another origin do anything. */
    public void removeCrossOrigin() {
        s3.deleteBucketCors(delete -> delete.bucket(bucket));
    }

    /** Returns its tags as lines. */
    public String tags() {
        return orNone(() -> s3.getBucketTagging(get -> get.bucket(bucket)).tagSet()).stream()
                .map(each -> each.key() + "=" + each.value())
                .collect(Collectors.joining("\n"));
    }

    /** Sets its tags. */
    public void setTags(List<Tag> tags) {
        if (tags.isEmpty()) {
            s3.deleteBucketTagging(delete -> delete.bucket(bucket));
        } else {
            s3.putBucketTagging(put -> put.bucket(bucket).tagging(each -> each.tagSet(tags)));
        }
    }

    /** Returns a rule for people. */
    public static Settings.Rule describe(LifecycleRule rule) {
        List<String> actions = new ArrayList<>();
        if (rule.expiration() != null) {
            if (rule.expiration().days() != null) {
                actions.add("objects end after " + rule.expiration().days() + " days");
            }
            if (rule.expiration().date() != null) {
                actions.add("objects end on " + rule.expiration().date());
            }
            if (Boolean.TRUE.equals(rule.expiration().expiredObjectDeleteMarker())) {
                actions.add("markers without versions are removed");
            }
        }
        if (rule.noncurrentVersionExpiration() != null) {
            Integer kept = rule.noncurrentVersionExpiration().newerNoncurrentVersions();
            actions.add(
                    "earlier versions end after "
                            + rule.noncurrentVersionExpiration().noncurrentDays()
                            + " days"
                            + (kept == null ? "" : ", but for the newest " + kept));
        }
        if (rule.abortIncompleteMultipartUpload() != null) {
            actions.add(
                    "unfinished uploads end after "
                            + rule.abortIncompleteMultipartUpload().daysAfterInitiation()
                            + " days");
        }
        return new Settings.Rule(
                rule.id(),
                filter(rule.filter()),
                rule.status() == ExpirationStatus.ENABLED,
                actions);
    }

    private static String filter(@Nullable LifecycleRuleFilter filter) {
        if (filter == null) {
            return "all objects";
        }
        if (filter.prefix() != null && !filter.prefix().isEmpty()) {
            return "names that begin with " + filter.prefix();
        }
        if (filter.tag() != null) {
            return "objects with the tag " + filter.tag().key() + "=" + filter.tag().value();
        }
        return filter.and() == null ? "all objects" : "several conditions: " + filter.and();
    }

    /** What was never set is answered with 404. */
    private static <T> List<T> orNone(Supplier<List<T>> read) {
        try {
            return read.get();
        } catch (S3Exception e) {
            boolean isUnset =
                    e.statusCode() == NOT_FOUND
                            && e.awsErrorDetails() != null
                            && !"NoSuchBucket".equals(e.awsErrorDetails().errorCode());
            if (isUnset) {
                return List.of();
            }
            throw e;
        }
    }
}
