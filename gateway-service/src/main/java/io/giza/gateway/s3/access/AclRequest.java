package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
import io.giza.gateway.s3.acl.CannedList;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.xml.XmlReader;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.Predicate;

/** The lists that PutBucketAcl and PutObjectAcl ask for, by headers or by a document. */
final class AclRequest {
    private static final int MAX_DOCUMENT_BYTES = 256 << 10;

    private AclRequest() {}

    /** Returns the owner of the bucket. */
    static Owner owner(Call call) {
        return Owner.of(call.account().name());
    }

    /** Returns who owns the bucket, as what its own list is for. */
    static CannedList.Owners owners(Call call) {
        return CannedList.Owners.of(owner(call).id());
    }

    /**
     * Returns the list that is asked for of a bucket.
     *
     * @param known tells whether a canonical id is an account's
     * @throws S3Exception UnexpectedContent for both headers and a document, MissingSecurityHeader
     *     for neither, AccessDenied for a document of another owner, or what is wrong with it
     */
    static AccessControlList read(Call call, Predicate<String> known) throws IOException {
        String owner = owner(call).id();
        AccessControlList list = ofObject(call, known).apply(owner);
        if (!list.ownerId().equals(owner)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return list;
    }

    /**
     * Returns what makes the list that is asked for of an object, by the canonical id of its owner.
     * A document names an owner itself.
     *
     * @throws S3Exception as {@link #read} does
     */
    static Function<String, AccessControlList> ofObject(Call call, Predicate<String> known)
            throws IOException {
        boolean hasBody =
                call.headers().has("content-length") || call.headers().has("transfer-encoding");
        return hasBody
                ? call.read(call.body(MAX_DOCUMENT_BYTES), bytes -> parse(call, known, bytes))
                : parse(call, known, new byte[0]);
    }

    private static Function<String, AccessControlList> parse(
            Call call, Predicate<String> known, byte[] document) {
        if (AclHeaders.isPresent(call.headers())) {
            if (document.length > 0) {
                throw new S3Exception(S3Error.UNEXPECTED_CONTENT);
            }
            // What is wrong with them is told at once.
            AclHeaders.read(call.headers(), owners(call), known);
            return owner ->
                    AclHeaders.read(
                                    call.headers(),
                                    new CannedList.Owners(owner, owner(call).id()),
                                    known)
                            .orElseThrow();
        }
        if (document.length == 0) {
            throw new S3Exception(S3Error.MISSING_SECURITY_HEADER)
                    .with("MissingHeaderName", "x-amz-acl");
        }
        AccessControlList list =
                AclDocument.read(XmlReader.parse(document, AclDocument.ROOT), known);
        return _ -> list;
    }
}
