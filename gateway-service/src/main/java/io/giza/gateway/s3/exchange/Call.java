package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.DeclaredChecksums;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.body.VerifiedBody;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.replica.Account;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Function;

/**
 * One authenticated request on its way to its handler.
 *
 * @param request the request's head
 * @param resource what its path names
 * @param caller who sent it
 * @param access what the sender may do
 * @param operation what the client asks for, the same for each of its retries
 * @param input the body as it arrives; read only through {@link #body}
 * @param documents reads bodies that are held whole
 */
public record Call(
        RawRequest request,
        Resource resource,
        Caller caller,
        Access access,
        ClientOperation operation,
        InputStream input,
        Documents documents) {
    private static final DeclaredChecksums.ExpectedChecksum DEFAULT_CHECKSUM =
            new DeclaredChecksums.ExpectedChecksum(
                    ChecksumAlgorithm.CRC64NVME, DeclaredChecksums.ChecksumPolicy.DEFAULT);

    /** Returns the headers of the request. */
    public Headers headers() {
        return request.headers();
    }

    /** Returns the parameters of the request. */
    public Query query() {
        return request.query();
    }

    /** Returns the account whose bucket it is about, the sender's own where there is none. */
    public Account account() {
        return access.account();
    }

    /** Returns the object that the path names. */
    public ObjectService.Target target() {
        return new ObjectService.Target(account(), resource.bucket(), resource.key(), operation);
    }

    /**
     * Opens the body.
     *
     * @param limit the greatest length allowed, in bytes
     */
    public VerifiedBody body(long limit) {
        return Bodies.open(headers(), caller.payload(), input, limit);
    }

    /**
     * Opens the body of an object, which has S3's usual checksum if it has no other.
     *
     * @param limit the greatest length allowed, in bytes
     */
    public VerifiedBody objectBody(long limit) {
        return Bodies.open(
                headers(), caller.payload(), input, limit, Optional.of(DEFAULT_CHECKSUM));
    }

    /**
     * Opens the body of a request whose checksum headers are not its body's.
     *
     * @param limit the greatest length allowed, in bytes
     */
    public VerifiedBody document(long limit) {
        return Bodies.open(headers().without("x-amz-checksum-"), caller.payload(), input, limit);
    }

    /**
     * Reads a body whole, of which much may be held already.
     *
     * @param use makes of the bytes what is wanted of them, and keeps none
     */
    public <T> T read(VerifiedBody whole, Function<byte[], T> use) throws IOException {
        return documents.read(whole, caller.account().name(), use);
    }
}
