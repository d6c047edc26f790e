package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningStories;
import io.giza.gateway.fake.SdkClient;
import io.giza.gateway.fake.SentParts;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** A gateway over the stories of production, and an unmodified SDK that uploads parts to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RunningUploads {
    static final int MIB = 1 << 20;

    RunningStories gateway;
    S3Client s3;

    @BeforeAll
    void start() {
        gateway = new RunningStories(5 * MIB);
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    void stop() {
        s3.close();
        gateway.close();
    }

    final SentParts upload(String key, Consumer<CreateMultipartUploadRequest.Builder> how) {
        return SentParts.begin(s3, key, how);
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
