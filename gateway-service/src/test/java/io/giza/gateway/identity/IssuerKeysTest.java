package io.giza.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.SignedJWT;

import io.giza.gateway.fake.TestIssuer;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;

import java.util.concurrent.FutureTask;

/** How often an issuer is asked for its keys, and how long they are good. */
class IssuerKeysTest extends IdentityFixture {
    @Test
    void strangersDoNotHaveTheIssuerAsked() throws Exception {
        for (int i = 0; i < 50; i++) {
            SignedJWT jwt = jwt("RS256", "unknown-" + i);
            jwt.sign(new RSASSASigner(KEY));
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> verifier.verify(jwt.serialize()));
        }

        assertThat(askings).isEqualTo(1);
    }

    @Test
    void aNewKeyIsFoundAndOneThatWasTakenBackIsForgotten() throws Exception {
        String first = TestIssuer.signed(claims().build());
        verifier.verify(first);
        RSAKey next = new RSAKeyGenerator(2048).keyID("next").generate();
        published.set(0, next.toPublicJWK());
        SignedJWT second = jwt("RS256", "next");
        second.sign(new RSASSASigner(next));

        assertRefused(S3Error.IDP_COMMUNICATION_ERROR, second.serialize());
        clock.advance(IssuerKeys.PAUSE);
        assertThat(verifier.verify(second.serialize()).subject()).isNotEmpty();
        clock.advance(IssuerKeys.PAUSE);
        assertInvalid(first);
    }

    @Test
    void whoComesWhileTheIssuerIsAskedWaitsForItsAnswer() throws Exception {
        verifier.prepare();
        FutureTask<WebIdentity> early =
                new FutureTask<>(() -> verifier.verify(TestIssuer.signed(claims().build())));
        Thread waiting = Thread.ofVirtual().start(early);
        while (waiting.getState() != Thread.State.WAITING && !early.isDone()) {
            Thread.onSpinWait();
        }

        clock.forked().removeFirst().run();

        assertThat(early.get().audiences()).containsExactly("giza");
        assertThat(askings).isEqualTo(1);
    }

    @Test
    void knownKeysAreRenewedBesideAndOutliveASilentIssuerForAWhile() {
        verifier.prepare();
        clock.forked().removeFirst().run();
        assertThat(askings).isEqualTo(1);
        clock.advance(IssuerKeys.RENEWAL);
        verifier.verify(TestIssuer.signed(claims().build()));
        verifier.verify(TestIssuer.signed(claims().build()));
        assertThat(clock.forked()).hasSize(1);
        isDown = true;
        clock.forked().removeFirst().run();
        assertThat(askings).isEqualTo(2);

        verifier.verify(TestIssuer.signed(claims().build()));
        clock.advance(IssuerKeys.LONGEST);
        assertRefused(S3Error.IDP_COMMUNICATION_ERROR, TestIssuer.signed(claims().build()));
    }
}
