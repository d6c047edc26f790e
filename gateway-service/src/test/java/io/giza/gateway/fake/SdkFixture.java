package io.giza.gateway.fake;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import software.amazon.awssdk.services.s3.S3Client;

/** A gateway with a bucket, and an unmodified AWS SDK that is its client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SdkFixture {
    protected RunningGateway gateway;
    protected S3Client s3;

    @BeforeAll
    protected final void start() {
        gateway = new RunningGateway();
        s3 = SdkClient.to(gateway.port());
        s3.createBucket(r -> r.bucket("bucket"));
    }

    @AfterAll
    protected final void stop() {
        s3.close();
        gateway.close();
    }
}
