package io.giza.gateway.s3;

import io.giza.gateway.s3.access.BucketAclHandler;
import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.access.PolicyHandler;
import io.giza.gateway.s3.access.PublicAccessBlockHandler;
import io.giza.gateway.s3.bucket.BucketHandler;
import io.giza.gateway.s3.bucket.ConfigurationHandler;
import io.giza.gateway.s3.bucket.CrossOrigin;
import io.giza.gateway.s3.bucket.EncryptionHandler;
import io.giza.gateway.s3.bucket.NotificationHandler;
import io.giza.gateway.s3.bucket.ObjectLockHandler;
import io.giza.gateway.s3.bucket.VersioningHandler;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.listing.ListHandler;
import io.giza.gateway.s3.listing.ListVersionsHandler;
import io.giza.gateway.s3.multipart.CompleteUploadHandler;
import io.giza.gateway.s3.multipart.PartCopyHandler;
import io.giza.gateway.s3.multipart.UploadHandler;
import io.giza.gateway.s3.multipart.UploadListHandler;
import io.giza.gateway.s3.object.AttributesHandler;
import io.giza.gateway.s3.object.CopyHandler;
import io.giza.gateway.s3.object.DeleteObjectsHandler;
import io.giza.gateway.s3.object.FormHandler;
import io.giza.gateway.s3.object.LockHandler;
import io.giza.gateway.s3.object.ReadHandler;
import io.giza.gateway.s3.object.TaggingHandler;
import io.giza.gateway.s3.object.WriteHandler;
import io.giza.gateway.s3.sts.StsHandler;

/**
 * The handlers of all operations.
 *
 * @param bucketFinder finds the bucket for operations that do nothing else
 */
public record S3Handlers(
        Buckets bucketFinder,
        CrossOrigin crossOrigin,
        BucketHandler buckets,
        VersioningHandler versionings,
        ConfigurationHandler configurations,
        NotificationHandler notifications,
        BucketAclHandler bucketAcls,
        EncryptionHandler encryptions,
        ObjectAclHandler acls,
        PolicyHandler policies,
        PublicAccessBlockHandler accessBlocks,
        ListHandler listings,
        ListVersionsHandler versions,
        ReadHandler reads,
        AttributesHandler attributes,
        WriteHandler writes,
        CopyHandler copies,
        DeleteObjectsHandler deletes,
        TaggingHandler taggings,
        LockHandler locks,
        ObjectLockHandler bucketLocks,
        FormHandler forms,
        UploadHandler uploads,
        PartCopyHandler partCopies,
        CompleteUploadHandler completions,
        UploadListHandler uploadLists,
        StsHandler securityTokens) {}
