package io.giza.gateway.s3.policy.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.route.UnsetConfiguration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

class OperationActionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    LIST_BUCKETS              |             |                          | s3:ListAllMyBuckets SERVICE
                    CREATE_BUCKET             |             |                          | s3:CreateBucket BUCKET
                    CREATE_BUCKET             |             | x-amz-acl=private        | s3:CreateBucket BUCKET, s3:PutBucketAcl BUCKET
                    CREATE_BUCKET             |             | x-amz-object-ownership=x | s3:CreateBucket BUCKET, s3:PutBucketOwnershipControls BUCKET
                    CREATE_BUCKET             |             | x-amz-bucket-object-lock-enabled=true | s3:CreateBucket BUCKET, s3:PutBucketObjectLockConfiguration BUCKET, s3:PutBucketVersioning BUCKET
                    HEAD_BUCKET               |             |                          | s3:ListBucket BUCKET
                    LIST_OBJECTS_V2           | list-type=2 |                          | s3:ListBucket BUCKET
                    LIST_OBJECT_VERSIONS      | versions    |                          | s3:ListBucketVersions BUCKET
                    LIST_MULTIPART_UPLOADS    | uploads     |                          | s3:ListBucketMultipartUploads BUCKET
                    PUT_BUCKET_CORS           | cors        |                          | s3:PutBucketCORS BUCKET
                    DELETE_BUCKET_LIFECYCLE   | lifecycle   |                          | s3:PutLifecycleConfiguration BUCKET
                    GET_OBJECT                |             |                          | s3:GetObject OBJECT
                    GET_OBJECT                | versionId=1 |                          | s3:GetObjectVersion OBJECT
                    HEAD_OBJECT               | versionId=  |                          | s3:GetObjectVersion OBJECT
                    GET_OBJECT_ATTRIBUTES     | versionId=1 |                          | s3:GetObjectVersion OBJECT, s3:GetObjectVersionAttributes OBJECT
                    GET_OBJECT_TAGGING        | versionId=1 |                          | s3:GetObjectVersionTagging OBJECT
                    PUT_OBJECT_ACL            | versionId=1 |                          | s3:PutObjectVersionAcl OBJECT
                    PUT_OBJECT                |             |                          | s3:PutObject OBJECT
                    PUT_OBJECT                |             | x-amz-tagging=a          | s3:PutObject OBJECT, s3:PutObjectTagging NEW_OBJECT
                    PUT_OBJECT                |             | x-amz-grant-read=a       | s3:PutObject OBJECT, s3:PutObjectAcl NEW_OBJECT
                    PUT_OBJECT                |             | x-amz-object-lock-mode=a | s3:PutObject OBJECT, s3:PutObjectRetention NEW_OBJECT
                    POST_OBJECT               |             | x-amz-object-lock-legal-hold=ON | s3:PutObject OBJECT, s3:PutObjectLegalHold NEW_OBJECT
                    CREATE_MULTIPART_UPLOAD   | uploads     | x-amz-acl=private        | s3:PutObject OBJECT, s3:PutObjectAcl NEW_OBJECT
                    UPLOAD_PART               | uploadId=1  |                          | s3:PutObject OBJECT
                    COMPLETE_MULTIPART_UPLOAD | uploadId=1  |                          | s3:PutObject OBJECT
                    ABORT_MULTIPART_UPLOAD    | uploadId=1  |                          | s3:AbortMultipartUpload OBJECT
                    LIST_PARTS                | uploadId=1  |                          | s3:ListMultipartUploadParts OBJECT
                    COPY_OBJECT               |             | x-amz-copy-source=/b/k   | s3:GetObject SOURCE, s3:PutObject OBJECT
                    UPLOAD_PART_COPY          | uploadId=1  | x-amz-copy-source=/b/k?versionId=1 | s3:GetObjectVersion SOURCE, s3:PutObject OBJECT
                    DELETE_OBJECT             | versionId=1 |                          | s3:DeleteObjectVersion OBJECT
                    DELETE_OBJECT             |             | x-amz-bypass-governance-retention=true | s3:DeleteObject OBJECT, s3:BypassGovernanceRetention OBJECT
                    DELETE_OBJECTS            | delete      |                          |
                    PREFLIGHT                 |             |                          |
                    GET_UNSET                 | inventory   |                          | s3:GetInventoryConfiguration BUCKET
                    DELETE_UNSET              | inventory   |                          | s3:PutInventoryConfiguration BUCKET
                    """)
    void needsWhatS3Documents(
            Operation operation,
            @Nullable String query,
            @Nullable String headers,
            @Nullable String required) {
        assertThat(describe(OperationActions.of(operation, request(query, headers))))
                .isEqualTo(required == null ? "" : required);
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void everyOperationHasItsActions(Operation operation) {
        for (String parameter : parameters(operation)) {
            List<RequiredAction> required = OperationActions.of(operation, request(parameter, ""));

            boolean asksNobody =
                    switch (operation) {
                        case PREFLIGHT,
                                NOT_IMPLEMENTED,
                                METHOD_NOT_ALLOWED,
                                UNROUTED,
                                DELETE_OBJECTS ->
                                true;
                        default -> operation.isOfSecurityTokens();
                    };
            assertThat(required.isEmpty()).as(operation + " " + parameter).isEqualTo(asksNobody);
        }
    }

    private static List<String> parameters(Operation operation) {
        List<String> all =
                Arrays.stream(UnsetConfiguration.values())
                        .map(UnsetConfiguration::parameter)
                        .toList();
        return switch (operation) {
            case GET_UNSET -> all;
            case DELETE_UNSET ->
                    all.stream()
                            .filter(
                                    each ->
                                            Arrays.stream(UnsetConfiguration.values())
                                                    .anyMatch(
                                                            one ->
                                                                    one.parameter().equals(each)
                                                                            && one.isDeletable()))
                            .toList();
            default -> List.of("x");
        };
    }

    @Test
    void eachKeyOfADeletionNeedsItsOwn() {
        Headers bypass = request("", "x-amz-bypass-governance-retention=TRUE").headers();

        assertThat(describe(OperationActions.ofDeletion(false, request("", "").headers())))
                .isEqualTo("s3:DeleteObject OBJECT");
        assertThat(describe(OperationActions.ofDeletion(true, bypass)))
                .isEqualTo("s3:DeleteObjectVersion OBJECT, s3:BypassGovernanceRetention OBJECT");
    }

    private static String describe(List<RequiredAction> required) {
        return required.stream()
                .map(each -> each.action().text() + " " + each.subject())
                .collect(Collectors.joining(", "));
    }

    static RawRequest request(@Nullable String query, @Nullable String headers) {
        Map<String, List<String>> values = new TreeMap<>();
        if (headers != null && !headers.isEmpty()) {
            int equals = headers.indexOf('=');
            values.put(headers.substring(0, equals), List.of(headers.substring(equals + 1)));
        }
        return new RawRequest(
                "GET", "/b/k", Query.parse(query == null ? "" : query), Headers.of(values));
    }
}
