package io.giza.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.model.Bytes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

class MasterKeyTest {
    private final SecureRandom random = new SecureRandom();
    private final MasterKey key = fresh();

    @Test
    void whatIsSealedOpensForItsOwnerAndIsNotToBeSeen() throws Exception {
        Bytes sealed = key.seal("me", "the secret", random);

        assertThat(key.open("me", sealed)).isEqualTo("the secret");
        assertThat(new String(sealed.toArray(), StandardCharsets.ISO_8859_1))
                .doesNotContain("secret");
        assertThat(key.seal("me", "the secret", random)).isNotEqualTo(sealed);
    }

    @Test
    void nobodyElseOpensIt() {
        Bytes sealed = key.seal("me", "the secret", random);

        assertClosed(key, "you", sealed);
        assertClosed(fresh(), "me", sealed);
    }

    @Test
    void aChangedOrShortenedTextDoesNotOpen() {
        byte[] sealed = key.seal("me", "the secret", random).toArray();
        for (int i = 0; i < sealed.length; i++) {
            byte[] flipped = sealed.clone();
            flipped[i] ^= 1;
            assertClosed(key, "me", Bytes.copyOf(flipped));
            assertClosed(key, "me", Bytes.copyOf(Arrays.copyOf(sealed, i)));
        }
    }

    @Test
    void aFingerprintTellsKeysApartAndNothingThatIsDerivedFromThem() {
        String text = Base64.getEncoder().encodeToString(new byte[32]);

        assertThat(MasterKey.of(text).fingerprint())
                .isEqualTo(MasterKey.of(text).accepting(key).fingerprint())
                .isNotEqualTo(key.fingerprint())
                // HKDF-SHA256 of this key, for this purpose alone, as gateways compare it.
                .isEqualTo("25e21d6d2107c955");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "short", "####", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void aMasterKeyHas32BytesAndIsNotRepeated(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MasterKey.of(text))
                .withMessageContaining("giza.master-key")
                .satisfies(
                        e -> {
                            if (!text.isEmpty()) {
                                assertThat(e.getMessage()).doesNotContain(text);
                            }
                        });
    }

    private MasterKey fresh() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return MasterKey.of(Base64.getEncoder().encodeToString(bytes));
    }

    private static void assertClosed(MasterKey key, String owner, Bytes sealed) {
        assertThatExceptionOfType(MasterKey.WrongMasterKeyException.class)
                .isThrownBy(() -> key.open(owner, sealed));
    }
}
