package io.giza.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.fake.TestIssuer;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;

/** An issuer, what it publishes, and a verifier of its tokens, on a clock of the test's. */
abstract class IdentityFixture {
    static final String ISSUER = "https://issuer.example.net";
    static final RSAKey KEY = TestIssuer.signingKey();

    final SteppedClock clock = new SteppedClock();
    final List<JWK> published = new ArrayList<>(List.of(KEY.toPublicJWK()));
    boolean isDown;
    int askings;
    final IdentityVerifier verifier =
            new IdentityVerifier(
                    List.of(new Issuer(ISSUER, "", "", "")),
                    _ -> this::fetch,
                    new Surroundings(clock, clock, new Random(1)));

    JWKSet fetch() throws IOException {
        askings++;
        if (isDown) {
            throw new IOException("it is down");
        }
        return new JWKSet(List.copyOf(published));
    }

    JWTClaimsSet.Builder claims() {
        Instant now = clock.instant();
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .subject("system:serviceaccount:shop:web")
                .audience("giza")
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)));
    }

    SignedJWT jwt(String algorithm, String kid) {
        return new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.parse(algorithm)).keyID(kid).build(),
                claims().build());
    }

    void assertInvalid(String token) {
        clock.advance(IssuerKeys.PAUSE);
        assertRefused(S3Error.INVALID_IDENTITY_TOKEN, token);
    }

    void assertRefused(S3Error error, String token) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> verifier.verify(token))
                .satisfies(e -> assertThat(e.error()).isEqualTo(error))
                .satisfies(
                        e -> {
                            if (token.length() > 100) {
                                assertThat(e.message()).doesNotContain(token);
                            }
                        });
    }
}
