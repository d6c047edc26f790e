package io.giza.gateway.s3.route;

import static io.giza.gateway.s3.route.Operation.COMPLETE_MULTIPART_UPLOAD;
import static io.giza.gateway.s3.route.Operation.COPY_OBJECT;
import static io.giza.gateway.s3.route.Operation.CREATE_BUCKET;
import static io.giza.gateway.s3.route.Operation.CREATE_MULTIPART_UPLOAD;
import static io.giza.gateway.s3.route.Operation.DELETE_ACCOUNT_BLOCK;
import static io.giza.gateway.s3.route.Operation.DELETE_OBJECT;
import static io.giza.gateway.s3.route.Operation.GET_ACCOUNT_BLOCK;
import static io.giza.gateway.s3.route.Operation.GET_OBJECT;
import static io.giza.gateway.s3.route.Operation.GET_OBJECT_ATTRIBUTES;
import static io.giza.gateway.s3.route.Operation.HEAD_OBJECT;
import static io.giza.gateway.s3.route.Operation.LIST_OBJECTS;
import static io.giza.gateway.s3.route.Operation.LIST_OBJECTS_V2;
import static io.giza.gateway.s3.route.Operation.LIST_OBJECT_VERSIONS;
import static io.giza.gateway.s3.route.Operation.LIST_PARTS;
import static io.giza.gateway.s3.route.Operation.PUT_ACCOUNT_BLOCK;
import static io.giza.gateway.s3.route.Operation.PUT_BUCKET_LIFECYCLE;
import static io.giza.gateway.s3.route.Operation.PUT_BUCKET_NOTIFICATION;
import static io.giza.gateway.s3.route.Operation.PUT_BUCKET_POLICY;
import static io.giza.gateway.s3.route.Operation.PUT_OBJECT;
import static io.giza.gateway.s3.route.Operation.PUT_OBJECT_LOCK_CONFIGURATION;
import static io.giza.gateway.s3.route.Operation.UPLOAD_PART;
import static io.giza.gateway.s3.route.Operation.UPLOAD_PART_COPY;

import io.giza.gateway.s3.exchange.ObjectHeaders;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is done about one header of S3. Every header of S3's own list has a rule, and one that has
 * none is refused: nothing that would change what is stored, or who may read it, is ignored.
 *
 * @param name the header in lower case; a name that ends in a hyphen stands for all that begin so
 * @param decision what is done about it
 * @param operations where that is done, everywhere if there are none; elsewhere it is refused
 * @param onlyValues the values that are accepted, any if there are none
 * @param reason what it means here
 */
record HeaderRule(
        String name,
        Decision decision,
        Set<Operation> operations,
        List<String> onlyValues,
        String reason) {
    /** What is done about a header. */
    enum Decision {
        HONOURED,
        IGNORED,
        REFUSED
    }

    private static final Operation[] COPIES = {COPY_OBJECT, UPLOAD_PART_COPY};
    private static final Operation[] DESCRIBING = {
        PUT_OBJECT, COPY_OBJECT, CREATE_MULTIPART_UPLOAD
    };
    private static final Operation[] STATING = {
        PUT_OBJECT,
        COPY_OBJECT,
        CREATE_MULTIPART_UPLOAD,
        UPLOAD_PART,
        UPLOAD_PART_COPY,
        COMPLETE_MULTIPART_UPLOAD
    };
    private static final Operation[] ENCRYPTED = {
        PUT_OBJECT,
        COPY_OBJECT,
        CREATE_MULTIPART_UPLOAD,
        UPLOAD_PART,
        UPLOAD_PART_COPY,
        COMPLETE_MULTIPART_UPLOAD,
        LIST_PARTS,
        GET_OBJECT,
        HEAD_OBJECT,
        GET_OBJECT_ATTRIBUTES
    };
    private static final Operation[] LISTINGS = {
        LIST_OBJECTS, LIST_OBJECTS_V2, LIST_OBJECT_VERSIONS
    };

    /** All rules, by name. */
    static final List<HeaderRule> ALL =
            List.of(
                    honoured(
                            "x-amz-account-id",
                            "AccessDenied if it is another",
                            PUT_ACCOUNT_BLOCK,
                            GET_ACCOUNT_BLOCK,
                            DELETE_ACCOUNT_BLOCK),
                    honoured("x-amz-acl", "elsewhere than where something is put, only private"),
                    ignored("x-amz-api-version", "there is one version, 2006-03-01"),
                    onlyValue("x-amz-bucket-namespace", "global", CREATE_BUCKET),
                    honoured("x-amz-bucket-object-lock-enabled", "", CREATE_BUCKET),
                    ignored(
                            "x-amz-bucket-object-lock-token",
                            "no token is asked for",
                            PUT_OBJECT_LOCK_CONFIGURATION),
                    honoured(
                            "x-amz-bypass-governance-retention",
                            "needs s3:BypassGovernanceRetention"),
                    honoured("x-amz-checksum-", "algorithms that are not here are refused"),
                    refused("x-amz-client-token", "of RenameObject"),
                    ignored(
                            "x-amz-confirm-remove-self-bucket-access",
                            "the owner can always change the policy",
                            PUT_BUCKET_POLICY),
                    honoured("x-amz-content-sha256", "what is signed of the body"),
                    honoured("x-amz-copy-source", "", COPIES),
                    honoured("x-amz-copy-source-if-match", "", COPIES),
                    honoured("x-amz-copy-source-if-modified-since", "", COPIES),
                    honoured("x-amz-copy-source-if-none-match", "", COPIES),
                    honoured("x-amz-copy-source-if-unmodified-since", "", COPIES),
                    honoured("x-amz-copy-source-range", "", UPLOAD_PART_COPY),
                    honoured(
                            "x-amz-copy-source-server-side-encryption-customer-",
                            "the key of the source",
                            COPIES),
                    refused("x-amz-create-session-mode", "of CreateSession"),
                    honoured("x-amz-date", "when it was signed"),
                    honoured("x-amz-decoded-content-length", "the length without its framing"),
                    honoured("x-amz-expected-bucket-owner", "AccessDenied if it is another"),
                    refused("x-amz-fwd-", "of WriteGetObjectResponse"),
                    honoured(
                            "x-amz-grant-full-control",
                            "elsewhere than where something is put, only to the owner"),
                    honoured(
                            "x-amz-grant-read",
                            "elsewhere than where something is put, only to the owner"),
                    honoured(
                            "x-amz-grant-read-acp",
                            "elsewhere than where something is put, only to the owner"),
                    honoured(
                            "x-amz-grant-write",
                            "elsewhere than where something is put, only to the owner"),
                    honoured(
                            "x-amz-grant-write-acp",
                            "elsewhere than where something is put, only to the owner"),
                    refused("x-amz-if-match-initiated-time", "of directory buckets"),
                    honoured("x-amz-if-match-last-modified-time", "", DELETE_OBJECT),
                    honoured("x-amz-if-match-size", "", DELETE_OBJECT),
                    honoured("x-amz-max-parts", "", GET_OBJECT_ATTRIBUTES),
                    honoured("x-amz-meta-", "user metadata"),
                    honoured("x-amz-metadata-directive", "", COPY_OBJECT),
                    ignored(
                            "x-amz-metadata-directive",
                            "there is no metadata to copy",
                            CREATE_MULTIPART_UPLOAD,
                            UPLOAD_PART_COPY),
                    refused("x-amz-mfa", "MFA delete"),
                    honoured("x-amz-mp-object-size", "", COMPLETE_MULTIPART_UPLOAD),
                    ignored(
                            "x-amz-object-annotation-directive",
                            "there are no annotations to copy",
                            COPY_OBJECT),
                    honoured("x-amz-object-attributes", "", GET_OBJECT_ATTRIBUTES),
                    refused("x-amz-object-if-match", "of PutObjectAnnotation"),
                    refused("x-amz-object-lock-event-hold", "event holds"),
                    refused("x-amz-object-lock-event-hold-", "event holds"),
                    honoured("x-amz-object-lock-legal-hold", "", DESCRIBING),
                    honoured("x-amz-object-lock-mode", "", DESCRIBING),
                    honoured("x-amz-object-lock-retain-until-date", "", DESCRIBING),
                    honoured("x-amz-object-ownership", "of CreateBucket"),
                    ignored("x-amz-optional-object-attributes", "nothing is restored", LISTINGS),
                    honoured("x-amz-part-number-marker", "", GET_OBJECT_ATTRIBUTES),
                    refused("x-amz-rename-source", "of RenameObject"),
                    refused("x-amz-rename-source-", "of RenameObject"),
                    ignored("x-amz-request-payer", "nobody pays for requests"),
                    refused("x-amz-request-route", "of WriteGetObjectResponse"),
                    refused("x-amz-request-token", "of WriteGetObjectResponse"),
                    honoured("x-amz-sdk-checksum-algorithm", "must be that of the checksum"),
                    honoured("x-amz-security-token", "the token of a session"),
                    honoured(
                            "x-amz-server-side-encryption",
                            "with parts and completions it must be that of the upload",
                            STATING),
                    honoured(
                            "x-amz-server-side-encryption-aws-",
                            "with parts and completions it must be that of the upload",
                            STATING),
                    honoured("x-amz-server-side-encryption-bucket-", "", DESCRIBING),
                    honoured("x-amz-server-side-encryption-context", "", DESCRIBING),
                    honoured(
                            "x-amz-server-side-encryption-customer-",
                            "the key of the client",
                            ENCRYPTED),
                    ignored(
                            "x-amz-skip-destination-validation",
                            "a target must be a webhook that there is",
                            PUT_BUCKET_NOTIFICATION),
                    honoured("x-amz-source-expected-bucket-owner", "", COPIES),
                    new HeaderRule(
                            ObjectHeaders.STORAGE_CLASS,
                            Decision.HONOURED,
                            Set.of(),
                            ObjectHeaders.STORAGE_CLASSES,
                            "told again; all are stored alike"),
                    honoured("x-amz-tagging", "the tags of a new object"),
                    honoured("x-amz-tagging-directive", "", COPY_OBJECT),
                    ignored(
                            "x-amz-tagging-directive",
                            "there are no tags to copy",
                            CREATE_MULTIPART_UPLOAD,
                            UPLOAD_PART_COPY),
                    ignored("x-amz-te", "an offer that may be left unused"),
                    honoured("x-amz-trailer", "the checksum that follows the body"),
                    ignored(
                            "x-amz-transition-default-minimum-object-size",
                            "there are no transitions",
                            PUT_BUCKET_LIFECYCLE),
                    ignored("x-amz-user-agent", "who sends it"),
                    honoured("x-amz-website-redirect-location", "of web sites", DESCRIBING),
                    refused("x-amz-write-offset-bytes", "appending to objects"));

    private static HeaderRule honoured(String name, String why, Operation... operations) {
        return of(name, Decision.HONOURED, List.of(), why, operations);
    }

    private static HeaderRule ignored(String name, String why, Operation... operations) {
        return of(name, Decision.IGNORED, List.of(), why, operations);
    }

    private static HeaderRule refused(String name, String what) {
        return of(name, Decision.REFUSED, List.of(), what);
    }

    /** Of some headers only the value is accepted that says what happens anyway. */
    private static HeaderRule onlyValue(String name, String value, Operation... operations) {
        return of(name, Decision.IGNORED, List.of(value), "what happens anyway", operations);
    }

    private static HeaderRule of(
            String name,
            Decision decision,
            List<String> only,
            String why,
            Operation... operations) {
        Set<Operation> where = EnumSet.noneOf(Operation.class);
        where.addAll(List.of(operations));
        return new HeaderRule(name, decision, where, only, why);
    }

    /** Tells whether it is about a header. */
    boolean matches(String header) {
        return name.endsWith("-") ? header.startsWith(name) : header.equals(name);
    }

    /** Tells whether a header with a value may stand in a request for an operation. */
    boolean accepts(Operation operation, String value) {
        return decision != Decision.REFUSED
                && (operations.isEmpty() || operations.contains(operation))
                && (onlyValues.isEmpty() || onlyValues.contains(value));
    }
}
