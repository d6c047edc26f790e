package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.document.PublicAccessBlock;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.FormatException;

/**
 * The documents of a bucket that say who may do what in it. Each is a row of its own, under the
 * bucket's identity: a bucket that is created again has none. A policy is kept as it was sent, and
 * a public access block and an access control list as S3's XML.
 */
final class AccessDocuments {
    /** The format of all of them. */
    static final int FORMAT = 1;

    private AccessDocuments() {}

    /** Returns the row of a bucket's policy. */
    static ObjectKey policy(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, "policy");
    }

    /** Returns the row of a bucket's public access block. */
    static ObjectKey block(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, "public-access-block");
    }

    /** Returns the row of an account's public access block, which is of the same form. */
    static ObjectKey block(String account) {
        return ObjectKey.ofAccountBlock(account);
    }

    /** Returns the row of a bucket's access control list; without one, it is the owner's alone. */
    static ObjectKey acl(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, "acl");
    }

    /** Returns the row of a bucket's ownership controls. */
    static ObjectKey ownership(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, "ownership");
    }

    /** Returns the row of a bucket's lifecycle, which lies beside them. */
    static ObjectKey lifecycle(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, "lifecycle");
    }

    /** Reads a policy that is kept. */
    static Policy policy(Value record, String bucket) {
        requireKnown(record);
        return PolicyReader.ofBucket(record.body().toArray(), bucket, KnownPrincipals.ALL);
    }

    /** Reads a public access block that is kept. */
    static PublicAccessBlock block(Value record) {
        requireKnown(record);
        return PublicAccessBlock.read(
                XmlReader.parse(record.body().toArray(), PublicAccessBlock.ROOT));
    }

    /** Reads an access control list that is kept. */
    static AccessControlList acl(Value record) {
        requireKnown(record);
        return AclDocument.read(
                XmlReader.parse(record.body().toArray(), AclDocument.ROOT), _ -> true);
    }

    /** Reads ownership controls that are kept. */
    static ObjectOwnership ownership(Value record) {
        requireKnown(record);
        return ObjectOwnership.read(XmlReader.parse(record.body().toArray(), ObjectOwnership.ROOT));
    }

    /** Returns the text of a policy that is kept. */
    static byte[] text(Value record) {
        requireKnown(record);
        return record.body().toArray();
    }

    private static void requireKnown(Value record) {
        if (record.format() != FORMAT) {
            throw new FormatException(
                    "the document "
                            + record.id()
                            + " has format "
                            + record.format()
                            + ", not "
                            + FORMAT);
        }
    }
}
