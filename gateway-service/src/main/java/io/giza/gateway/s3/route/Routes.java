package io.giza.gateway.s3.route;

import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource.Shape;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The routing table: method, shape of the path, and subresource to operation. The first row that
 * fits is taken, and it must read every parameter that {@link KnownParameters} does not let it pass
 * over: a listing or a silent success would be a wrong answer to a sub-resource.
 *
 * <p>Headers that would change an operation which does not read them are refused the same way, by
 * {@link KnownHeaders}.
 */
public final class Routes {
    private static final Set<String> LISTING =
            Set.of("prefix", "delimiter", "max-keys", "encoding-type", "marker");
    private static final Set<String> LISTING_V2 =
            Set.of(
                    "list-type",
                    "prefix",
                    "delimiter",
                    "max-keys",
                    "encoding-type",
                    "continuation-token",
                    "start-after",
                    "fetch-owner");
    private static final Set<String> READING =
            Set.of(
                    "versionId",
                    "partNumber",
                    "response-content-type",
                    "response-content-language",
                    "response-expires",
                    "response-cache-control",
                    "response-content-disposition",
                    "response-content-encoding");
    private static final Set<String> LISTING_VERSIONS =
            Set.of(
                    "versions",
                    "prefix",
                    "delimiter",
                    "max-keys",
                    "encoding-type",
                    "key-marker",
                    "version-id-marker");
    private static final Set<String> LISTING_BUCKETS =
            Set.of("prefix", "max-buckets", "continuation-token");
    private static final Set<String> ACL = Set.of("acl", "versionId");
    private static final Set<String> LISTING_PARTS =
            Set.of("uploadId", "max-parts", "part-number-marker", "encoding-type");
    private static final Set<String> LISTING_UPLOADS =
            Set.of(
                    "uploads",
                    "prefix",
                    "delimiter",
                    "max-uploads",
                    "key-marker",
                    "upload-id-marker",
                    "encoding-type");
    private static final Set<String> NONE = Set.of();

    private static final List<Route> EXPLICIT_ROUTES =
            List.of(
                    bucketDocument("PUT", "object-lock", Operation.PUT_OBJECT_LOCK_CONFIGURATION),
                    bucketDocument("GET", "object-lock", Operation.GET_OBJECT_LOCK_CONFIGURATION),
                    bucketDocument("PUT", "tagging", Operation.PUT_BUCKET_TAGGING),
                    bucketDocument("GET", "tagging", Operation.GET_BUCKET_TAGGING),
                    bucketDocument("DELETE", "tagging", Operation.DELETE_BUCKET_TAGGING),
                    bucketDocument("PUT", "policy", Operation.PUT_BUCKET_POLICY),
                    bucketDocument("GET", "policy", Operation.GET_BUCKET_POLICY),
                    bucketDocument("GET", "policyStatus", Operation.GET_BUCKET_POLICY_STATUS),
                    bucketDocument("DELETE", "policy", Operation.DELETE_BUCKET_POLICY),
                    bucketDocument("PUT", "publicAccessBlock", Operation.PUT_PUBLIC_ACCESS_BLOCK),
                    bucketDocument("GET", "publicAccessBlock", Operation.GET_PUBLIC_ACCESS_BLOCK),
                    bucketDocument(
                            "DELETE", "publicAccessBlock", Operation.DELETE_PUBLIC_ACCESS_BLOCK),
                    bucketDocument("PUT", "cors", Operation.PUT_BUCKET_CORS),
                    bucketDocument("GET", "cors", Operation.GET_BUCKET_CORS),
                    bucketDocument("DELETE", "cors", Operation.DELETE_BUCKET_CORS),
                    bucketDocument("PUT", "lifecycle", Operation.PUT_BUCKET_LIFECYCLE),
                    bucketDocument("GET", "lifecycle", Operation.GET_BUCKET_LIFECYCLE),
                    bucketDocument("DELETE", "lifecycle", Operation.DELETE_BUCKET_LIFECYCLE),
                    bucketDocument("PUT", "ownershipControls", Operation.PUT_BUCKET_OWNERSHIP),
                    bucketDocument("GET", "ownershipControls", Operation.GET_BUCKET_OWNERSHIP),
                    bucketDocument(
                            "DELETE", "ownershipControls", Operation.DELETE_BUCKET_OWNERSHIP),
                    bucketDocument("PUT", "notification", Operation.PUT_BUCKET_NOTIFICATION),
                    bucketDocument("GET", "notification", Operation.GET_BUCKET_NOTIFICATION),
                    bucketDocument("PUT", "website", Operation.PUT_BUCKET_WEBSITE),
                    bucketDocument("GET", "website", Operation.GET_BUCKET_WEBSITE),
                    bucketDocument("DELETE", "website", Operation.DELETE_BUCKET_WEBSITE),
                    bucketDocument("PUT", "logging", Operation.PUT_BUCKET_LOGGING),
                    bucketDocument("GET", "logging", Operation.GET_BUCKET_LOGGING),
                    bucketDocument("PUT", "encryption", Operation.PUT_BUCKET_ENCRYPTION),
                    bucketDocument("GET", "encryption", Operation.GET_BUCKET_ENCRYPTION),
                    bucketDocument("DELETE", "encryption", Operation.DELETE_BUCKET_ENCRYPTION),
                    bucketDocument("PUT", "acl", Operation.PUT_BUCKET_ACL),
                    bucketDocument("GET", "acl", Operation.GET_BUCKET_ACL),
                    new Route("PUT", Shape.OBJECT, "acl", ACL, Operation.PUT_OBJECT_ACL),
                    objectTagging("PUT", Operation.PUT_OBJECT_TAGGING),
                    objectTagging("GET", Operation.GET_OBJECT_TAGGING),
                    objectTagging("DELETE", Operation.DELETE_OBJECT_TAGGING),
                    new Route("GET", Shape.OBJECT, "acl", ACL, Operation.GET_OBJECT_ACL),
                    new Route("GET", Shape.SERVICE, "", LISTING_BUCKETS, Operation.LIST_BUCKETS),
                    bucketDocument("PUT", "versioning", Operation.PUT_BUCKET_VERSIONING),
                    bucketDocument("GET", "versioning", Operation.GET_BUCKET_VERSIONING),
                    new Route(
                            "GET",
                            Shape.BUCKET,
                            "versions",
                            LISTING_VERSIONS,
                            Operation.LIST_OBJECT_VERSIONS),
                    new Route("PUT", Shape.BUCKET, "", NONE, Operation.CREATE_BUCKET),
                    new Route("HEAD", Shape.BUCKET, "", NONE, Operation.HEAD_BUCKET),
                    new Route("DELETE", Shape.BUCKET, "", NONE, Operation.DELETE_BUCKET),
                    bucketDocument("GET", "location", Operation.GET_BUCKET_LOCATION),
                    new Route(
                            "GET",
                            Shape.BUCKET,
                            "list-type",
                            LISTING_V2,
                            Operation.LIST_OBJECTS_V2),
                    new Route(
                            "GET",
                            Shape.BUCKET,
                            "uploads",
                            LISTING_UPLOADS,
                            Operation.LIST_MULTIPART_UPLOADS),
                    new Route("GET", Shape.BUCKET, "", LISTING, Operation.LIST_OBJECTS),
                    new Route(
                            "POST",
                            Shape.BUCKET,
                            "delete",
                            Set.of("delete"),
                            Operation.DELETE_OBJECTS),
                    new Route("POST", Shape.BUCKET, "", NONE, Operation.POST_OBJECT),
                    new Route(
                            "POST",
                            Shape.OBJECT,
                            "uploads",
                            Set.of("uploads"),
                            Operation.CREATE_MULTIPART_UPLOAD),
                    new Route(
                            "PUT",
                            Shape.OBJECT,
                            "uploadId",
                            Set.of("uploadId", "partNumber"),
                            Operation.UPLOAD_PART),
                    new Route(
                            "POST",
                            Shape.OBJECT,
                            "uploadId",
                            Set.of("uploadId"),
                            Operation.COMPLETE_MULTIPART_UPLOAD),
                    new Route(
                            "DELETE",
                            Shape.OBJECT,
                            "uploadId",
                            Set.of("uploadId"),
                            Operation.ABORT_MULTIPART_UPLOAD),
                    new Route("GET", Shape.OBJECT, "uploadId", LISTING_PARTS, Operation.LIST_PARTS),
                    new Route(
                            "GET",
                            Shape.OBJECT,
                            "attributes",
                            Set.of("attributes", "versionId"),
                            Operation.GET_OBJECT_ATTRIBUTES),
                    ofVersion("PUT", "retention", Operation.PUT_OBJECT_RETENTION),
                    ofVersion("GET", "retention", Operation.GET_OBJECT_RETENTION),
                    ofVersion("PUT", "legal-hold", Operation.PUT_OBJECT_LEGAL_HOLD),
                    ofVersion("GET", "legal-hold", Operation.GET_OBJECT_LEGAL_HOLD),
                    new Route("PUT", Shape.OBJECT, "", NONE, Operation.PUT_OBJECT),
                    new Route("GET", Shape.OBJECT, "", READING, Operation.GET_OBJECT),
                    new Route("HEAD", Shape.OBJECT, "", READING, Operation.HEAD_OBJECT),
                    new Route(
                            "DELETE",
                            Shape.OBJECT,
                            "",
                            Set.of("versionId"),
                            Operation.DELETE_OBJECT));

    /** What cannot be set comes first: the rows without a sub-resource would fit it too. */
    private static final List<Route> TABLE =
            Stream.concat(unsetConfigurationRoutes(), EXPLICIT_ROUTES.stream()).toList();

    private Routes() {}

    private static Stream<Route> unsetConfigurationRoutes() {
        return Arrays.stream(UnsetConfiguration.values()).flatMap(Routes::unsetConfigurationRoutes);
    }

    private static Stream<Route> unsetConfigurationRoutes(UnsetConfiguration each) {
        Route get = bucketDocument("GET", each.parameter(), Operation.GET_UNSET);
        Route delete = bucketDocument("DELETE", each.parameter(), Operation.DELETE_UNSET);
        return each.isDeletable() ? Stream.of(get, delete) : Stream.of(get);
    }

    private static Route objectTagging(String method, Operation operation) {
        return ofVersion(method, "tagging", operation);
    }

    private static Route ofVersion(String method, String name, Operation operation) {
        return new Route(method, Shape.OBJECT, name, Set.of(name, "versionId"), operation);
    }

    /**
     * A row of the table.
     *
     * @param method the HTTP method
     * @param shape the shape of the path
     * @param subresource a parameter that must be there, or empty
     * @param parameters all parameters that the operation reads
     * @param operation what it is
     */
    private record Route(
            String method,
            Shape shape,
            String subresource,
            Set<String> parameters,
            Operation operation) {
        boolean matches(RawRequest request, Shape requestedShape) {
            return method.equals(request.method())
                    && shape == requestedShape
                    && (subresource.isEmpty() || request.query().has(subresource));
        }
    }

    private static Route bucketDocument(String method, String name, Operation operation) {
        return new Route(method, Shape.BUCKET, name, Set.of(name), operation);
    }

    /** Finds the operation of a request. */
    public static Operation find(RawRequest request, Shape shape) {
        if (request.method().equals("OPTIONS") && shape != Shape.SERVICE) {
            // Its query is that of the request which may follow.
            return Operation.PREFLIGHT;
        }
        Optional<Route> route = route(request, shape);
        if (refused(request, shape, route).isPresent()) {
            return Operation.NOT_IMPLEMENTED;
        }
        return route.map(each -> copyVariant(request, each.operation()))
                .orElse(Operation.METHOD_NOT_ALLOWED);
    }

    /** Returns the parameter for which a request is not implemented. */
    public static String refused(RawRequest request, Shape shape) {
        return refused(request, shape, route(request, shape))
                .orElseThrow(() -> new IllegalArgumentException("nothing is refused"));
    }

    private static Optional<Route> route(RawRequest request, Shape shape) {
        return TABLE.stream().filter(each -> each.matches(request, shape)).findFirst();
    }

    private static Optional<String> refused(
            RawRequest request, Shape shape, Optional<Route> route) {
        return KnownParameters.refused(request, shape, route.map(Route::parameters).orElse(NONE));
    }

    /** A copy is a put whose body is elsewhere: only a header tells. */
    private static Operation copyVariant(RawRequest request, Operation operation) {
        if (!request.headers().has(CopySource.HEADER)) {
            return operation;
        }
        return switch (operation) {
            case PUT_OBJECT -> Operation.COPY_OBJECT;
            case UPLOAD_PART -> Operation.UPLOAD_PART_COPY;
            default -> operation;
        };
    }

    /** Returns the operations that read a parameter, by S3's names. */
    static List<String> readers(String parameter) {
        return TABLE.stream()
                .filter(each -> each.parameters().contains(parameter))
                .map(each -> each.operation().label())
                .distinct()
                .sorted()
                .toList();
    }
}
