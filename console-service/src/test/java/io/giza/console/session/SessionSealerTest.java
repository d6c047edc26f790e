package io.giza.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

class SessionSealerTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final Instant NOW = Instant.ofEpochSecond(1_000_000);

    private static Session session() {
        return Session.begin("key", "secret", new Session.WhoAmI("photos", Role.AUDITOR), NOW);
    }

    @Test
    void whatIsSealedIsOpenedByTheSameKeyAlone() {
        Session session = session();
        String sealed = new SessionSealer(KEY).seal(session);

        assertThat(new SessionSealer(KEY).open(sealed)).contains(session);
        assertThat(new SessionSealer("").open(sealed)).isEmpty();
        assertThat(sealed).doesNotContain("secret");
        assertThat(new SessionSealer(KEY).seal(session)).isNotEqualTo(sealed);
    }

    @Test
    void noBitOfItCanBeChanged() {
        SessionSealer sealer = new SessionSealer(KEY);
        byte[] sealed = Base64.getUrlDecoder().decode(sealer.seal(session()));
        for (int i = 0; i < sealed.length * 8; i++) {
            byte[] changed = sealed.clone();
            changed[i / 8] ^= (byte) (1 << i % 8);
            assertThat(sealer.open(Base64.getUrlEncoder().encodeToString(changed)))
                    .as("bit %d", i)
                    .isEmpty();
        }
    }

    /** The key may seal other things one day, and none of them may pass for a session. */
    @Test
    void whatTheKeySealedForAnotherPurposeIsNoSession() throws GeneralSecurityException {
        SessionSealer sealer = new SessionSealer(KEY);
        Session session = session();
        byte[] sealed = Base64.getUrlDecoder().decode(sealer.seal(session));
        byte[] plain = crypt(Cipher.DECRYPT_MODE, "giza-sess", sealed, 12);

        assertThat(sealer.open(sealedFor("giza-sess", plain))).contains(session);
        assertThat(sealer.open(sealedFor("giza-link", plain))).isEmpty();
        assertThat(sealer.open(sealedFor("", plain))).isEmpty();
    }

    private static String sealedFor(String purpose, byte[] plain) throws GeneralSecurityException {
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, purpose, plain, 0);
        byte[] all = new byte[12 + sealed.length];
        System.arraycopy(sealed, 0, all, 12, sealed.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /** Uses the nonce that is in front of what is opened; 0 for what is sealed. */
    private static byte[] crypt(int mode, String purpose, byte[] bytes, int from)
            throws GeneralSecurityException {
        byte[] nonce = new byte[12];
        System.arraycopy(bytes, 0, nonce, 0, from);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                mode,
                new SecretKeySpec(Base64.getDecoder().decode(KEY), "AES"),
                new GCMParameterSpec(128, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher.doFinal(bytes, from, bytes.length - from);
    }

    @Test
    void whatIsNoSessionIsNone() {
        SessionSealer sealer = new SessionSealer(KEY);
        assertThat(sealer.open("")).isEmpty();
        assertThat(sealer.open("AAAA")).isEmpty();
        assertThat(sealer.open("no base 64 %")).isEmpty();
        assertThat(sealer.open("A".repeat(10_000))).isEmpty();
    }

    @Test
    void itEndsWhenItIsNotUsedAndInAnyCaseAfterHours() {
        Duration idle = Duration.ofMinutes(30);
        Duration longest = Duration.ofHours(12);
        Session session = session();

        assertThat(session.hasEnded(NOW.plus(idle), idle, longest)).isFalse();
        assertThat(session.hasEnded(NOW.plus(idle).plusSeconds(1), idle, longest)).isTrue();
        Session used = session.usedAt(NOW.plus(longest));
        assertThat(used.hasEnded(NOW.plus(longest), idle, longest)).isFalse();
        assertThat(used.hasEnded(NOW.plus(longest).plusSeconds(1), idle, longest)).isTrue();
    }

    @Test
    void aRoleMayWhatThoseBeforeItMay() {
        assertThat(session().may(Role.USER)).isTrue();
        assertThat(session().may(Role.AUDITOR)).isTrue();
        assertThat(session().may(Role.OPERATOR)).isFalse();
        assertThat(Role.of("king")).isEqualTo(Role.USER);
        assertThat(session().toString()).doesNotContain("secret", session().token());
    }
}
