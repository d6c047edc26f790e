package io.giza.wire;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.record.AnnotationCodec;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What owners granted, in each way that there is. */
final class AclSamples {
    static final AccessControlList LIST =
            new AccessControlList(
                    "an-owner",
                    List.of(
                            new Grant(new Grantee.Account("an-owner"), Permission.FULL_CONTROL),
                            new Grant(new Grantee.Account("another"), Permission.READ_ACP),
                            new Grant(Grantee.Group.ALL_USERS, Permission.READ),
                            new Grant(Grantee.Group.AUTHENTICATED_USERS, Permission.WRITE_ACP),
                            new Grant(Grantee.Group.LOG_DELIVERY, Permission.WRITE)));

    static final AnnotationCodec.Annotation GRANTED = new AnnotationCodec.Granted(LIST);

    static final Manifest MANIFEST = LockSamples.ENCRYPTED_MANIFEST.withAcl(LIST);

    static final UploadRecord UPLOAD =
            new UploadRecord(
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            "default",
                            Instant.EPOCH,
                            LockSamples.UPLOAD.upload().lock(),
                            Optional.of(RecordSamples.ENCRYPTION),
                            Optional.of(LIST)),
                    new UploadRecord.Open());

    private AclSamples() {}
}
