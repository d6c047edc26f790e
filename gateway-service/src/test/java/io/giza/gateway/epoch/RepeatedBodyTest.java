package io.giza.gateway.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectBody;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A body is read from its client once, however often its put begins. */
class RepeatedBodyTest {
    private static final byte[] CONTENT = "0123456789".getBytes(StandardCharsets.UTF_8);

    /** A body whose bytes come and are digested once. */
    private static final class Client implements ObjectBody {
        private final InputStream bytes = new ByteArrayInputStream(CONTENT);
        private final ByteArrayOutputStream digested = new ByteArrayOutputStream();
        private int finished;

        @Override
        public long length() {
            return CONTENT.length;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return bytes.read(target, offset, Math.min(length, 4));
        }

        @Override
        public void digest(byte[] source, int offset, int length) {
            digested.write(source, offset, length);
        }

        @Override
        public Digests finish() {
            finished++;
            return new Digests("md5", Map.of());
        }
    }

    /** However much of it was read, and of that digested, when the first put ended. */
    @ParameterizedTest
    @CsvSource({"0, 0", "3, 0", "3, 3", "4, 2", "10, 0", "10, 7", "10, 10"})
    void whatIsHeldIsReadAgainAndDigestedOnce(int read, int digested) throws IOException {
        Client client = new Client();
        RepeatedBody body = new RepeatedBody(client, true);
        byte[] first = readUpTo(body, read);
        body.digest(first, 0, digested);

        assertThat(body.canBeginAgain()).isTrue();
        ObjectBody again = body.again();
        byte[] whole = readUpTo(again, CONTENT.length);
        again.digest(whole, 0, 5);
        again.digest(whole, 5, 5);
        ObjectBody.Digests digests = again.finish();

        assertThat(whole).isEqualTo(CONTENT);
        assertThat(again.read(new byte[1], 0, 1)).isNegative();
        assertThat(client.digested.toByteArray()).isEqualTo(CONTENT);
        assertThat(body.finish()).isEqualTo(digests);
        assertThat(client.finished).isEqualTo(1);
    }

    @Test
    void whatIsNotHeldBeginsAgainOnlyIfNothingWasRead() throws IOException {
        RepeatedBody body = new RepeatedBody(new Client(), false);

        assertThat(body.canBeginAgain()).isTrue();
        assertThat(readUpTo(body.again(), CONTENT.length)).isEqualTo(CONTENT);
        assertThat(body.canBeginAgain()).isFalse();
    }

    private static byte[] readUpTo(ObjectBody body, int length) throws IOException {
        byte[] bytes = new byte[length];
        int at = 0;
        while (at < length) {
            int read = body.read(bytes, at, length - at);
            assertThat(read).isPositive();
            at += read;
        }
        return bytes;
    }
}
