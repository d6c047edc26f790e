package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.Test;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** So many parts that their list does not fit into a manifest. */
class ManyPartsTest {
    private static final int PARTS = 420;

    @Test
    void anObjectOfHundredsOfPartsIsReadThroughItsStoredList() {
        try (RunningReplicatedGateway gateway = new RunningReplicatedGateway(1);
                S3Client s3 = SdkClient.to(gateway.port())) {
            s3.createBucket(r -> r.bucket("bucket"));
            String id =
                    s3.createMultipartUpload(
                                    r ->
                                            r.bucket("bucket")
                                                    .key("many")
                                                    .checksumAlgorithm(ChecksumAlgorithm.CRC32)
                                                    .checksumType(ChecksumType.FULL_OBJECT))
                            .uploadId();
            Random random = new Random(1);
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            List<CompletedPart> parts = new ArrayList<>();
            for (int number = 1; number <= PARTS; number++) {
                // Some travel in the list, and some do not.
                byte[] content = new byte[number % 10 == 0 ? 3000 : 50];
                random.nextBytes(content);
                whole.writeBytes(content);
                int own = number;
                String etag =
                        s3.uploadPart(
                                        r ->
                                                r.bucket("bucket")
                                                        .key("many")
                                                        .uploadId(id)
                                                        .partNumber(own),
                                        RequestBody.fromBytes(content))
                                .eTag();
                parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
            }
            s3.completeMultipartUpload(
                    r ->
                            r.bucket("bucket")
                                    .key("many")
                                    .uploadId(id)
                                    .multipartUpload(m -> m.parts(parts)));

            byte[] expected = whole.toByteArray();
            assertThat(s3.getObjectAsBytes(r -> r.bucket("bucket").key("many")).asByteArray())
                    .isEqualTo(expected);
            assertThat(
                            s3.getObjectAsBytes(
                                            r ->
                                                    r.bucket("bucket")
                                                            .key("many")
                                                            .range("bytes=1000-30000"))
                                    .asByteArray())
                    .isEqualTo(Arrays.copyOfRange(expected, 1000, 30_001));
            var part = s3.getObjectAsBytes(r -> r.bucket("bucket").key("many").partNumber(410));
            assertThat(part.asByteArray()).hasSize(3000);
            assertThat(part.response().partsCount()).isEqualTo(PARTS);
            var attributes =
                    s3.getObjectAttributes(
                            r ->
                                    r.bucket("bucket")
                                            .key("many")
                                            .partNumberMarker(400)
                                            .objectAttributes(ObjectAttributes.OBJECT_PARTS));
            assertThat(attributes.objectParts().totalPartsCount()).isEqualTo(PARTS);
            assertThat(attributes.objectParts().parts()).hasSize(20);
        }
    }
}
