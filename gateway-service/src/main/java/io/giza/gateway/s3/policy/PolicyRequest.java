package io.giza.gateway.s3.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * One request as policies see it. A request that needs several actions, or is about several
 * objects, is asked about several times.
 *
 * @param requester who asks
 * @param action what for
 * @param resource the ARN of the bucket or object, see {@link #bucket} and {@link #object}
 * @param facts the values of condition keys that are not about who asks
 */
public record PolicyRequest(
        Requester requester, S3Action action, String resource, ConditionValues facts) {
    /** What the ARNs of buckets and objects begin with. */
    public static final String ARN = "arn:aws:s3:::";

    /** The resource of what is about no bucket, such as listing all of them. */
    public static final String ALL_BUCKETS = ARN + "*";

    /** Returns the ARN of a bucket. */
    public static String bucket(String bucket) {
        return ARN + bucket;
    }

    /** Returns the ARN of an object. */
    public static String object(String bucket, String key) {
        return ARN + bucket + "/" + key;
    }

    /**
     * Returns the values of a condition key, none if the request has it not.
     *
     * @param key its name in lower case, except for the tag's key in it
     */
    public List<String> values(String key) {
        List<String> all = new ArrayList<>(requester.values(key));
        all.addAll(facts.of(key));
        return all;
    }
}
