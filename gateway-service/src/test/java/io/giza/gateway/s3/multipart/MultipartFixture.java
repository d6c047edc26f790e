package io.giza.gateway.s3.multipart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.MultipartUploadFixture;
import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** A gateway over the production classes, and an unmodified SDK that uploads parts to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MultipartFixture {
    static final int MIB = 1 << 20;

    RunningReplicatedGateway gateway;
    S3Client s3;

    @BeforeAll
    void start() {
        gateway = new RunningReplicatedGateway(5 * MIB);
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    final MultipartUploadFixture upload(
            String key, Consumer<CreateMultipartUploadRequest.Builder> how) {
        return MultipartUploadFixture.begin(s3, key, how);
    }

    static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }

    static void assertFails(int status, String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> {
                            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                            assertThat(e.statusCode()).isEqualTo(status);
                        });
    }
}
