package io.giza.gateway.s3.route;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource.Shape;

import java.util.Set;

/**
 * Requests that no operation takes, and of which S3 says what is wrong with them. It is true for
 * everybody, so nobody is asked who it is.
 */
public final class UnsupportedRequests {
    private static final Set<String> WITHOUT_SOURCE = Set.of("GET", "HEAD", "DELETE");

    private UnsupportedRequests() {}

    /**
     * Checks a request.
     *
     * @throws S3Exception InvalidRequest, InvalidArgument or MethodNotAllowed
     */
    public static void check(RawRequest request, Shape shape) {
        boolean completes = request.method().equals("POST") && request.query().has("uploadId");
        if (request.headers().has(CopySource.HEADER)
                && (WITHOUT_SOURCE.contains(request.method()) || completes)) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "You can only specify a copy source header for copy requests.")
                    .with("ArgumentName", CopySource.HEADER)
                    .with("ArgumentValue", request.headers().value(CopySource.HEADER).orElse(""));
        }
        if (shape != Shape.OBJECT) {
            return;
        }
        switch (request.method()) {
            case "GET" -> checkGet(request.query());
            case "PUT" -> checkPut(request.query());
            default -> {}
        }
    }

    private static void checkGet(Query query) {
        if (query.has("uploads")) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Key is not expected for the GET method ?uploads subresource");
        }
        if (query.has("versions")) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "There is no such thing as the ?versions sub-resource for a key");
        }
    }

    private static void checkPut(Query query) {
        if (query.has("partNumber") && !query.has("uploadId")) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "This operation does not accept partNumber without uploadId")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", "partNumber");
        }
        if (query.has("uploadId") && !query.has("partNumber")) {
            throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                    .with("Method", "PUT")
                    .with("ResourceType", "UPLOAD")
                    .withHeader("Allow", "DELETE, POST, GET");
        }
    }
}
