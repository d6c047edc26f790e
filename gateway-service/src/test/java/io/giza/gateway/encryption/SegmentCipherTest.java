package io.giza.gateway.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;

import io.giza.encryption.SegmentLayout;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;

class SegmentCipherTest {
    private static final ObjectKey ROW =
            new ObjectKey(new BucketId(new UUID(0x1111, 1)), "photos/gr\u00fcn.jpg");
    private static final PutId PUT = new PutId(new UUID(0x2222, 2));
    private static final int FIRST = SegmentLayout.PLAIN_BYTES - SegmentLayout.HEADER_BYTES;

    private static final byte[] KEY = new byte[32];

    static {
        for (int i = 0; i < KEY.length; i++) {
            KEY[i] = (byte) i;
        }
    }

    private static SegmentCipher cipher() {
        return DataKey.of(KEY).stream(ROW, PUT);
    }

    private static byte[] plain(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    /** What is stored is read by Tink once the header stands before it that is not stored. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, FIRST - 1, FIRST, FIRST + 1, 131_000, 131_001, 1_000_000})
    void tinkReadsWhatIsStored(int size) throws Exception {
        byte[] plain = plain(size);
        Bytes stored = cipher().encrypt(Bytes.copyOf(plain));
        StreamIdentity identity = StreamIdentity.of(ROW, PUT);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(SegmentLayout.HEADER_BYTES);
        whole.writeBytes(identity.salt());
        whole.writeBytes(identity.noncePrefix());
        whole.writeBytes(stored.toArray());

        var tink = new AesGcmHkdfStreaming(KEY, "HmacSha256", 32, 64 << 10, 0);
        try (InputStream read =
                tink.newDecryptingStream(
                        new ByteArrayInputStream(whole.toByteArray()), identity.associated())) {
            assertThat(read.readAllBytes()).isEqualTo(plain);
        }
        assertThat(cipher().decrypt(stored, size)).isEqualTo(plain);
    }

    /** Bytes that a release wrote are read by all later ones. */
    @Test
    void whatIsStoredStaysAsItIs() throws Exception {
        String stored =
                HexFormat.of()
                        .formatHex(
                                cipher().encrypt(Bytes.copyOf(new byte[] {97, 98, 99})).toArray());

        assertThat(stored).isEqualTo("d2596799fcaed5a887e71eb70ea5319d9da3b3");
    }

    @Test
    void aSegmentThatWasChangedIsRefused() {
        Bytes stored = cipher().encrypt(Bytes.copyOf(plain(200_000)));
        for (int at : new int[] {0, 65_495, 65_496, 131_031, 131_032, stored.size() - 1}) {
            byte[] changed = stored.toArray();
            changed[at] ^= 1;
            assertRefused(cipher(), Bytes.copyOf(changed), 200_000);
        }
    }

    @Test
    void segmentsThatWereSwappedOrCutOffAreRefused() {
        Bytes stored = cipher().encrypt(Bytes.copyOf(plain(FIRST + 2 * SegmentLayout.PLAIN_BYTES)));
        byte[] swapped = stored.toArray();
        int second = SegmentLayout.STORED_BYTES - SegmentLayout.HEADER_BYTES;
        System.arraycopy(
                stored.toArray(),
                second + SegmentLayout.STORED_BYTES,
                swapped,
                second,
                SegmentLayout.STORED_BYTES);
        assertRefused(cipher(), Bytes.copyOf(swapped), FIRST + 2 * SegmentLayout.PLAIN_BYTES);
        byte[] cut = Arrays.copyOf(stored.toArray(), second);
        assertRefused(cipher(), Bytes.copyOf(cut), FIRST);
    }

    @Test
    void theBytesOfAnotherPutRowOrBucketAreRefused() {
        DataKey key = DataKey.of(KEY);
        Bytes stored = cipher().encrypt(Bytes.copyOf(plain(10)));

        assertRefused(key.stream(ROW, new PutId(new UUID(0x2222, 3))), stored, 10);
        assertRefused(key.stream(new ObjectKey(ROW.bucket(), "photos/x"), PUT), stored, 10);
        ObjectKey elsewhere = new ObjectKey(new BucketId(new UUID(0x1111, 2)), ROW.name());
        assertRefused(key.stream(elsewhere, PUT), stored, 10);
        assertRefused(DataKey.of(new byte[32]).stream(ROW, PUT), stored, 10);
    }

    private static void assertRefused(SegmentCipher cipher, Bytes stored, long size) {
        assertThatExceptionOfType(SegmentCipher.TamperedException.class)
                .isThrownBy(() -> cipher.decrypt(stored, size));
    }

    @Test
    void aClientsKeyUnwrapsWhatItWrappedForThatObjectAlone() throws Exception {
        CustomerKey key = CustomerKey.of(KEY).orElseThrow();
        CustomerKey other = CustomerKey.of(new byte[32]).orElseThrow();
        DataKey data = DataKey.random(new Random(1));
        Bytes wrapped = key.wrap(data, ROW, new Random(2));

        assertThat(key.hasWrapped(wrapped)).isTrue();
        assertThat(other.hasWrapped(wrapped)).isFalse();
        assertThat(key.unwrap(wrapped, ROW).toArray()).isEqualTo(data.toArray());
        ObjectKey elsewhere = new ObjectKey(ROW.bucket(), "other");
        assertThatExceptionOfType(java.security.GeneralSecurityException.class)
                .isThrownBy(() -> key.unwrap(wrapped, elsewhere));
    }
}
