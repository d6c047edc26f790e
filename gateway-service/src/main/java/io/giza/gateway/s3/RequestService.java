package io.giza.gateway.s3;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;

import java.io.IOException;
import java.util.Map;

/**
 * What serves the requests of one kind of client: those that speak S3, or visitors of web sites.
 */
sealed interface RequestService permits S3Service, WebsiteService {
    /**
     * Tells what a request is about.
     *
     * @throws S3Exception InvalidURI, InvalidBucketName or KeyTooLongError
     */
    default Resource resource(RawRequest request) {
        return request.resource();
    }

    /** Tells what a request asks for; nothing is decided about whether it may. */
    Operation route(RawRequest request, Resource resource);

    /**
     * Returns the headers that let a page of another origin see the answer, whatever it is; none
     * where nobody asks for them.
     */
    Map<String, String> crossOriginHeaders(
            Operation operation, RawRequest request, Resource resource);

    /** Does what a request asks for. */
    void serve(ServedRequest served, RawRequest request, Resource resource) throws IOException;

    /**
     * Tells a client what is wrong, in the form that it expects.
     *
     * @param path the raw path
     */
    void refuse(ServedRequest served, S3Exception error, String path) throws IOException;
}
