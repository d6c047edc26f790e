package io.giza.gateway.s3.policy;

import static io.giza.gateway.s3.policy.S3Action.*;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The condition keys that requests have here, and the actions of whose requests they may be. */
public final class ConditionKey {
    /** Where clients are, by their addresses. */
    public static final String SOURCE_IP = "aws:sourceip";

    private static final Set<S3Action> ANY = EnumSet.allOf(S3Action.class);
    private static final Set<S3Action> LISTS = EnumSet.of(LIST_BUCKET, LIST_BUCKET_VERSIONS);
    private static final Set<S3Action> VERSIONS =
            EnumSet.of(
                    GET_OBJECT_VERSION,
                    GET_OBJECT_VERSION_ACL,
                    GET_OBJECT_VERSION_ATTRIBUTES,
                    GET_OBJECT_VERSION_TAGGING,
                    GET_OBJECT_VERSION_TORRENT,
                    PUT_OBJECT_VERSION_ACL,
                    PUT_OBJECT_VERSION_TAGGING,
                    DELETE_OBJECT_VERSION,
                    DELETE_OBJECT_VERSION_TAGGING);
    private static final Set<S3Action> TAGGED =
            EnumSet.of(
                    GET_OBJECT,
                    GET_OBJECT_ACL,
                    GET_OBJECT_ATTRIBUTES,
                    GET_OBJECT_TAGGING,
                    GET_OBJECT_VERSION,
                    GET_OBJECT_VERSION_ACL,
                    GET_OBJECT_VERSION_ATTRIBUTES,
                    GET_OBJECT_VERSION_TAGGING,
                    PUT_OBJECT_ACL,
                    PUT_OBJECT_VERSION_ACL,
                    PUT_OBJECT_TAGGING,
                    PUT_OBJECT_VERSION_TAGGING,
                    DELETE_OBJECT_TAGGING,
                    DELETE_OBJECT_VERSION_TAGGING);
    private static final Set<S3Action> TAGGING =
            EnumSet.of(PUT_OBJECT, PUT_OBJECT_TAGGING, PUT_OBJECT_VERSION_TAGGING);
    private static final Set<S3Action> GRANTING =
            EnumSet.of(
                    CREATE_BUCKET,
                    PUT_BUCKET_ACL,
                    PUT_OBJECT,
                    PUT_OBJECT_ACL,
                    PUT_OBJECT_VERSION_ACL);
    private static final Set<S3Action> PUT = EnumSet.of(PUT_OBJECT);
    private static final Set<S3Action> LOCKED =
            EnumSet.of(PUT_OBJECT, PUT_OBJECT_RETENTION, BYPASS_GOVERNANCE_RETENTION);

    /** The actions by key; a key that ends in a slash is followed by a tag's key. */
    private static final Map<String, Set<S3Action>> KEYS = keys();

    private ConditionKey() {}

    private static Map<String, Set<S3Action>> keys() {
        Map<String, Set<S3Action>> keys = new TreeMap<>();
        add(
                keys,
                "aws:currenttime aws:epochtime aws:principalaccount aws:principalarn"
                        + " aws:principaltype aws:referer aws:securetransport aws:sourceaccount"
                        + " aws:sourcearn aws:sourceip aws:useragent aws:userid aws:username"
                        + " s3:authtype s3:resourceaccount s3:signatureage s3:signatureversion"
                        + " s3:tlsversion s3:x-amz-content-sha256",
                ANY);
        add(keys, "s3:prefix s3:delimiter s3:max-keys", LISTS);
        add(keys, "s3:versionid", VERSIONS);
        add(keys, "s3:existingobjecttag/", TAGGED);
        add(keys, "s3:requestobjecttag/ s3:requestobjecttagkeys", TAGGING);
        add(
                keys,
                "s3:x-amz-acl s3:x-amz-grant-full-control s3:x-amz-grant-read"
                        + " s3:x-amz-grant-read-acp s3:x-amz-grant-write s3:x-amz-grant-write-acp",
                GRANTING);
        add(
                keys,
                "s3:x-amz-copy-source s3:x-amz-metadata-directive s3:x-amz-server-side-encryption"
                        + " s3:x-amz-server-side-encryption-aws-kms-key-id"
                        + " s3:x-amz-server-side-encryption-customer-algorithm"
                        + " s3:x-amz-website-redirect-location",
                PUT);
        add(
                keys,
                "s3:x-amz-storage-class",
                EnumSet.of(PUT_OBJECT, PUT_OBJECT_ACL, PUT_OBJECT_VERSION_ACL));
        add(keys, "s3:if-match", EnumSet.of(PUT_OBJECT, DELETE_OBJECT));
        add(keys, "s3:if-none-match", PUT);
        add(
                keys,
                "s3:object-lock-mode s3:object-lock-retain-until-date"
                        + " s3:object-lock-remaining-retention-days",
                LOCKED);
        add(
                keys,
                "s3:object-lock-legal-hold",
                EnumSet.of(PUT_OBJECT, PUT_OBJECT_LEGAL_HOLD, BYPASS_GOVERNANCE_RETENTION));
        add(keys, "s3:locationconstraint", EnumSet.of(CREATE_BUCKET));
        add(
                keys,
                "s3:x-amz-object-ownership",
                EnumSet.of(CREATE_BUCKET, PUT_BUCKET_OWNERSHIP_CONTROLS));
        return Map.copyOf(keys);
    }

    private static void add(Map<String, Set<S3Action>> keys, String names, Set<S3Action> actions) {
        for (String name : names.split(" ", -1)) {
            keys.put(name, actions);
        }
    }

    /** Returns a key's name in lower case, except for a tag's key after a slash. */
    public static String normalised(String written) {
        int slash = written.indexOf('/');
        return slash < 0
                ? written.toLowerCase(Locale.ROOT)
                : written.substring(0, slash).toLowerCase(Locale.ROOT) + written.substring(slash);
    }

    /** Tells whether requests may have a key. */
    public static boolean exists(String normalised) {
        return !actions(normalised).isEmpty();
    }

    /** Returns the actions whose requests may have a key; none of a key that does not exist. */
    public static Set<S3Action> actions(String normalised) {
        int slash = normalised.indexOf('/');
        boolean tag = slash >= 0 && slash < normalised.length() - 1;
        return KEYS.getOrDefault(
                tag ? normalised.substring(0, slash + 1) : slash < 0 ? normalised : "", Set.of());
    }
}
