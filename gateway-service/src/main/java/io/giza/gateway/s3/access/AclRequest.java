package io.giza.gateway.s3.access;

import io.giza.gateway.s3.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
import io.giza.gateway.s3.acl.CannedList;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.xml.XmlReader;

import java.io.IOException;
import java.util.function.Predicate;

/** The lists that PutBucketAcl and PutObjectAcl ask for, by headers or by a document. */
public final class AclRequest {
    private static final int MAX_DOCUMENT_BYTES = 256 << 10;

    private AclRequest() {}

    /** Returns the owner of the bucket and of all in it. */
    public static Owner owner(Call call) {
        return Owner.of(call.account().name());
    }

    /** Returns who owns what a list is for. */
    public static CannedList.Owners owners(Call call) {
        return CannedList.Owners.of(owner(call).id());
    }

    /**
     * Returns the list that is asked for.
     *
     * @param known tells whether a canonical id is an account's
     * @throws S3Exception UnexpectedContent for both headers and a document, MissingSecurityHeader
     *     for neither, AccessDenied for a document of another owner, or what is wrong with it
     */
    public static AccessControlList read(Call call, Predicate<String> known) throws IOException {
        boolean hasBody =
                call.headers().has("content-length") || call.headers().has("transfer-encoding");
        return hasBody
                ? call.read(call.body(MAX_DOCUMENT_BYTES), bytes -> read(call, known, bytes))
                : read(call, known, new byte[0]);
    }

    private static AccessControlList read(Call call, Predicate<String> known, byte[] document) {
        if (AclHeaders.isPresent(call.headers())) {
            if (document.length > 0) {
                throw new S3Exception(S3Error.UNEXPECTED_CONTENT);
            }
            return AclHeaders.read(call.headers(), owners(call), known).orElseThrow();
        }
        if (document.length == 0) {
            throw new S3Exception(S3Error.MISSING_SECURITY_HEADER)
                    .with("MissingHeaderName", "x-amz-acl");
        }
        AccessControlList list =
                AclDocument.read(XmlReader.parse(document, AclDocument.ROOT), known);
        if (!list.ownerId().equals(owner(call).id())) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return list;
    }
}
