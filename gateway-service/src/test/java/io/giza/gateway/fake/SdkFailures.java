package io.giza.gateway.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import software.amazon.awssdk.services.s3.model.S3Exception;

/** Asserts how calls of the AWS SDK fail. */
public final class SdkFailures {
    private SdkFailures() {}

    /**
     * Asserts that a call fails, and that the answer names its request.
     *
     * @param code the code of the error; empty for an answer without a body
     */
    public static void assertFails(int status, String code, ThrowingCallable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call)
                .satisfies(
                        e -> {
                            assertThat(e.statusCode()).isEqualTo(status);
                            if (!code.isEmpty()) {
                                assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                            }
                            if (status != 304) {
                                assertThat(e.requestId()).hasSize(16);
                            }
                        });
    }
}
