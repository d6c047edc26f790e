package io.giza.gateway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;

import io.giza.gateway.fake.TestIssuer;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Tokens of an identity provider, good ones and those of forgers, on a clock of the test's. */
class IdentityVerifierTest extends IdentityFixture {
    @Test
    void aTokenOfTheIssuerVouchesForItsSubject() {
        assertThat(verifier.verify(TestIssuer.signed(claims().build())))
                .isEqualTo(
                        new WebIdentity(ISSUER, "system:serviceaccount:shop:web", List.of("giza")));
    }

    @Test
    void everyAlgorithmWithPublicKeysIsTaken() throws Exception {
        for (String name : List.of("RS384", "RS512", "PS256", "PS384", "PS512")) {
            RSAKey key = new RSAKeyGenerator(2048).keyID(name).generate();
            published.add(key.toPublicJWK());
            SignedJWT jwt = jwt(name, name);
            jwt.sign(new RSASSASigner(key));
            assertTaken(jwt.serialize());
        }
        for (Curve curve : List.of(Curve.P_256, Curve.P_384, Curve.P_521)) {
            ECKey key = new ECKeyGenerator(curve).keyID(curve.getName()).generate();
            published.add(key.toPublicJWK());
            String algorithm =
                    curve.equals(Curve.P_521) ? "ES512" : "ES" + curve.getName().substring(2);
            SignedJWT jwt = jwt(algorithm, curve.getName());
            jwt.sign(new ECDSASigner(key));
            assertTaken(jwt.serialize());
        }
    }

    private void assertTaken(String token) {
        clock.advance(IssuerKeys.PAUSE);
        assertThat(verifier.verify(token).audiences()).containsExactly("giza");
    }

    @Test
    void oneThatNobodySignedIsRefused() {
        String plain = new PlainJWT(claims().build()).serialize();
        assertInvalid(plain);
        assertInvalid(plain + "c2lnbmF0dXJl");
        for (String none : List.of("none", "None", "NONE", "nOnE")) {
            assertInvalid(withHeader("{\"alg\":\"" + none + "\",\"kid\":\"first\"}"));
        }
    }

    @Test
    void aPublicKeyIsNoSecretThatSigns() throws Exception {
        String pem = Base64.getEncoder().encodeToString(KEY.toRSAPublicKey().getEncoded());
        for (byte[] secret :
                List.of(
                        KEY.toRSAPublicKey().getEncoded(),
                        pem.getBytes(StandardCharsets.US_ASCII),
                        KEY.toPublicJWK().toString().getBytes(StandardCharsets.US_ASCII))) {
            SignedJWT jwt = jwt("HS256", "first");
            jwt.sign(new MACSigner(secret));
            assertInvalid(jwt.serialize());
        }
    }

    @Test
    void aSecretAmongTheKeysSignsNothing() throws Exception {
        byte[] secret = new byte[32];
        published.add(new OctetSequenceKey.Builder(secret).keyID("secret").build());
        SignedJWT jwt = jwt("HS256", "secret");
        jwt.sign(new MACSigner(secret));

        assertInvalid(jwt.serialize());
    }

    @Test
    void keysThatATokenBringsAreNotLookedAt() throws Exception {
        RSAKey own = new RSAKeyGenerator(2048).keyID("first").generate();
        SignedJWT jwt =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID("first")
                                .jwk(own.toPublicJWK())
                                .jwkURL(URI.create("https://forger.example.net/keys"))
                                .type(JOSEObjectType.JWT)
                                .build(),
                        claims().build());
        jwt.sign(new RSASSASigner(own));

        assertInvalid(jwt.serialize());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../../../dev/null",
                "https://forger.example.net/keys",
                "first' OR '1'='1",
                "file:/etc/passwd",
                ""
            })
    void aNameOfAKeyIsOnlyAName(String kid) throws Exception {
        RSAKey own = new RSAKeyGenerator(2048).keyID(kid).generate();
        SignedJWT jwt = jwt("RS256", kid);
        jwt.sign(new RSASSASigner(own));

        assertInvalid(jwt.serialize());
    }

    @Test
    void criticalParametersThatAreUnknownAreRefused() throws Exception {
        SignedJWT jwt =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.RS256)
                                .keyID("first")
                                .criticalParams(Set.of("scope"))
                                .customParam("scope", "none")
                                .build(),
                        claims().build());
        jwt.sign(new RSASSASigner(KEY.toPrivateKey()));

        assertInvalid(jwt.serialize());
    }

    @Test
    void aChangedTokenIsRefused() {
        String[] good = TestIssuer.signed(claims().build()).split("\\.", -1);
        String[] other =
                TestIssuer.signed(claims().subject("somebody:else").build()).split("\\.", -1);

        assertInvalid(good[0] + "." + other[1] + "." + good[2]);
        assertInvalid(good[0] + "." + good[1] + ".");
        assertInvalid(good[0] + "." + good[1] + "." + "A".repeat(342));
        assertInvalid(good[0] + "." + good[1]);
        assertInvalid(good[0] + "." + good[1] + "." + good[2] + "." + good[2]);
        assertInvalid("");
        assertInvalid("...");
    }

    @Test
    void aZeroSignatureOfACurveIsRefused() throws Exception {
        published.add(new ECKeyGenerator(Curve.P_256).keyID("curve").generate().toPublicJWK());
        String header = "{\"alg\":\"ES256\",\"kid\":\"curve\"}";
        String unsigned = withHeader(header);

        assertInvalid(
                unsigned + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[64]));
    }

    @Test
    void anotherIssuerIsRefused() {
        assertInvalid(TestIssuer.signed(claims().issuer("https://forger.example.net").build()));
        assertInvalid(TestIssuer.signed(claims().issuer(ISSUER + "/").build()));
        assertInvalid(TestIssuer.signed(claims().issuer(null).build()));
        assertThat(askings).isZero();
    }

    @Test
    void aTokenIsGoodFromItsBeginningToItsEnd() {
        String token = TestIssuer.signed(claims().build());
        clock.advance(Duration.ofSeconds(3600).plus(IdentityVerifier.SKEW).minusNanos(1));
        assertThat(verifier.verify(token).subject()).isNotEmpty();

        clock.advance(Duration.ofNanos(1));
        assertRefused(S3Error.EXPIRED_IDENTITY_TOKEN, token);
        Date soon = Date.from(clock.instant().plus(IdentityVerifier.SKEW).plusSeconds(2));
        assertRefused(
                S3Error.INVALID_IDENTITY_TOKEN,
                TestIssuer.signed(claims().notBeforeTime(soon).build()));
        assertRefused(
                S3Error.INVALID_IDENTITY_TOKEN,
                TestIssuer.signed(claims().issueTime(soon).build()));
        assertInvalid(TestIssuer.signed(claims().expirationTime(null).build()));
    }

    @Test
    void oneWithoutSubjectOrAudienceIsRefused() {
        assertInvalid(TestIssuer.signed(claims().subject(null).build()));
        assertInvalid(TestIssuer.signed(claims().subject("").build()));
        assertInvalid(TestIssuer.signed(claims().subject("s".repeat(256)).build()));
        assertInvalid(TestIssuer.signed(claims().audience(List.of()).build()));
    }

    @Test
    void hugeTokensAreRefused() {
        assertInvalid("a".repeat(IdentityVerifier.MOST_CHARACTERS + 1));
        assertInvalid(withHeader("{\"alg\":" + "[".repeat(7_000)) + "c2ln");
        assertInvalid(TestIssuer.signed(claims().claim("padding", "p".repeat(20_000)).build()));
    }

    @Test
    void garbageIsRefusedAndNothingElseHappens() {
        Random random = new Random(17);
        String good = TestIssuer.signed(claims().build());
        for (int i = 0; i < 3_000; i++) {
            char[] changed = good.toCharArray();
            int at = random.nextInt(changed.length - 2);
            // The library takes + and / for - and _.
            char other = (char) (33 + random.nextInt(94));
            if (changed[at] == other || "+/-_".indexOf(other) >= 0) {
                continue;
            }
            changed[at] = other;
            assertThatExceptionOfType(S3Exception.class)
                    .as("'%c' at %d", other, at)
                    .isThrownBy(() -> verifier.verify(new String(changed)));
        }
    }

    @Test
    void aWeakKeyIsNoKey() throws Exception {
        RSAKey weak = new RSAKeyGenerator(1024, true).keyID("weak").generate();
        published.add(weak.toPublicJWK());
        SignedJWT jwt = jwt("RS256", "weak");
        jwt.sign(new RSASSASigner(weak.toPrivateKey(), Set.of(AllowWeakRSAKey.getInstance())));

        assertInvalid(jwt.serialize());
    }

    /** Returns a token that says what a good one says, below a header, without a signature. */
    private String withHeader(String header) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(header.getBytes(StandardCharsets.UTF_8))
                + "."
                + encoder.encodeToString(
                        claims().build().toString().getBytes(StandardCharsets.UTF_8))
                + ".";
    }
}
