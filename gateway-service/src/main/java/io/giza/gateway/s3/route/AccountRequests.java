package io.giza.gateway.s3.route;

import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;

/**
 * The requests of S3 Control that are here: those about the public access block of an account. What
 * tells them from requests for an object is a header that no other request may have. Clients put
 * the account before the host's name, where others have a bucket.
 */
public final class AccountRequests {
    /** Names the account. */
    public static final String HEADER = "x-amz-account-id";

    /** What such a request is about. */
    public static final Resource NO_BUCKET = new Resource("", "");

    private static final String PATH = "/v20180820/configuration/publicAccessBlock";

    private AccountRequests() {}

    /** Tells whether a request is one of them. */
    public static boolean has(RawRequest request) {
        return request.rawPath().equals(PATH) && request.headers().has(HEADER);
    }

    /** Returns what such a request asks for. */
    public static Operation operation(RawRequest request) {
        return switch (request.method()) {
            case "PUT" -> Operation.PUT_ACCOUNT_BLOCK;
            case "GET" -> Operation.GET_ACCOUNT_BLOCK;
            case "DELETE" -> Operation.DELETE_ACCOUNT_BLOCK;
            default -> Operation.METHOD_NOT_ALLOWED;
        };
    }
}
