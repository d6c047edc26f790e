package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.system.cluster.ProcessCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Objects larger than the heap of any process on their way. */
class LargeObjectIT {
    private static final String BUCKET = "large";
    private static final long BYTES = 1L << 28;

    /** What the services need idle, and a few stripes: far less than the object. */
    private static final String HEAP = "112m";

    @Test
    void aLargeObjectIsWrittenAndReadThroughASmallHeap(@TempDir Path folder) throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(folder, HEAP)) {
            S3Client client = cluster.client("dc1");
            client.createBucket(r -> r.bucket(BUCKET));
            PutObjectRequest.Builder put = PutObjectRequest.builder().bucket(BUCKET);

            assertIsWrittenAndRead(client, put.key("plain").build());
            assertIsWrittenAndRead(
                    client,
                    put.key("encrypted").serverSideEncryption(ServerSideEncryption.AES256).build());
        }
    }

    private static void assertIsWrittenAndRead(S3Client client, PutObjectRequest put)
            throws IOException {
        CheckedInputStream sent = new CheckedInputStream(new PatternStream(BYTES), new CRC32C());
        client.putObject(put, RequestBody.fromInputStream(sent, BYTES));

        CheckedInputStream received =
                new CheckedInputStream(
                        client.getObject(
                                r -> r.bucket(BUCKET).key(put.key()),
                                ResponseTransformer.toInputStream()),
                        new CRC32C());
        assertThat(received.transferTo(OutputStream.nullOutputStream())).isEqualTo(BYTES);
        assertThat(received.getChecksum().getValue()).isEqualTo(sent.getChecksum().getValue());
    }

    /** Bytes that repeat only after more than a stripe. */
    private static final class PatternStream extends InputStream {
        private static final byte[] PERIOD = period();

        private final long length;
        private long at;

        PatternStream(long length) {
            this.length = length;
        }

        private static byte[] period() {
            byte[] period = new byte[5_000_011];
            new SplittableRandom(1).nextBytes(period);
            return period;
        }

        @Override
        public int read() {
            return at == length ? -1 : PERIOD[(int) (at++ % PERIOD.length)] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            if (at == length) {
                return -1;
            }
            int from = (int) (at % PERIOD.length);
            int there = (int) Math.min(Math.min(count, length - at), PERIOD.length - from);
            System.arraycopy(PERIOD, from, target, offset, there);
            at += there;
            return there;
        }
    }
}
