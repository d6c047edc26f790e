package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.spool.Spool;
import io.giza.model.Coding;
import io.giza.stripe.write.StripeBuffers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;

class BodyUploadTest {
    private static final int STRIPE = 1 << 20;

    private final VirtualThreads threads = new VirtualThreads();
    private final Surroundings surroundings = new Surroundings(threads, threads, new Random(1));

    private BodyUpload upload(ObjectBody body, StripeLayout layout) {
        var limits = new StripeBuffers.Limits(1 << 30, 1, Duration.ofSeconds(1));
        return new BodyUpload(
                surroundings,
                Spool.none(threads),
                new StripeBuffers(threads, limits),
                "account",
                body,
                layout);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 300_000, STRIPE, 5 * STRIPE + 1, 40 * STRIPE - 7})
    void everyByteIsDigestedOnceInItsOrderThoughItsMemoryIsUsedAgain(int length)
            throws IOException {
        StripeLayout layout = new StripeLayout(new Coding.ReedSolomon(2, 1), STRIPE, length);
        RandomBody body = new RandomBody(length);
        byte[][] memory = new byte[2][STRIPE];
        try (BodyUpload upload = upload(body, layout)) {
            for (int stripe = 0; stripe < layout.stripes(); stripe++) {
                upload.release(stripe - 2);
                byte[] target = memory[stripe % 2];
                Arrays.fill(target, (byte) 0);
                for (int at = 0; at < layout.stripeLength(stripe); at += 60_000) {
                    int count = Math.min(60_000, layout.stripeLength(stripe) - at);
                    upload.fill(target, at, count);
                }
            }
            assertThat(upload.finish().md5Hex()).isEqualTo(body.expected());
        }
    }

    @Test
    void aBodyThatBreaksOffLeavesNoTaskBehind() throws IOException {
        StripeLayout layout = new StripeLayout(new Coding.ReedSolomon(2, 1), STRIPE, 3L * STRIPE);
        RandomBody body = new RandomBody(3 * STRIPE);
        body.breaksAfter = STRIPE + 5;
        BodyUpload upload = upload(body, layout);
        upload.fill(new byte[STRIPE], 0, STRIPE);
        assertThatThrownBy(() -> upload.fill(new byte[STRIPE], 0, STRIPE))
                .isInstanceOf(IOException.class);
        upload.close();
        assertThat(body.digested).isEqualTo(STRIPE);
    }

    @Test
    void aBodyThatCannotBeDigestedEndsThePutAndHoldsUpNobody() throws IOException {
        StripeLayout layout = new StripeLayout(new Coding.ReedSolomon(2, 1), STRIPE, 80L * STRIPE);
        RandomBody body = new RandomBody(80 * STRIPE);
        body.digestsUpTo = STRIPE;
        byte[] target = new byte[STRIPE];
        try (BodyUpload upload = upload(body, layout)) {
            for (int stripe = 0; stripe < 80; stripe++) {
                upload.release(stripe - 1);
                upload.fill(target, 0, STRIPE);
            }
            assertThatThrownBy(upload::finish).hasMessageContaining("could not be digested");
        }
    }

    /** Random bytes that are digested by a CRC32C. */
    private static final class RandomBody implements ObjectBody {
        private final byte[] bytes;
        private final CRC32C crc = new CRC32C();
        private int read;
        private int breaksAfter = Integer.MAX_VALUE;
        private int digestsUpTo = Integer.MAX_VALUE;
        private volatile int digested;

        RandomBody(int length) {
            bytes = new byte[length];
            new Random(length).nextBytes(bytes);
        }

        String expected() {
            CRC32C all = new CRC32C();
            all.update(bytes);
            return Long.toHexString(all.getValue());
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (read >= breaksAfter) {
                throw new IOException("gone");
            }
            int count = Math.min(Math.min(length, 7_000), bytes.length - read);
            System.arraycopy(bytes, read, target, offset, count);
            read += count;
            return count;
        }

        @Override
        public void digest(byte[] source, int offset, int length) {
            if (digested >= digestsUpTo) {
                throw new AssertionError("no more");
            }
            crc.update(source, offset, length);
            digested = digested + length;
        }

        @Override
        public Digests finish() {
            return new Digests(Long.toHexString(crc.getValue()), Map.of());
        }
    }
}
