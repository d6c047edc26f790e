package io.giza.gateway.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.jspecify.annotations.Nullable;

import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Verifies the tokens of identity providers: JSON Web Tokens, signed by a key that the provider
 * itself publishes. Nothing that a token says of keys is followed, and only algorithms with public
 * keys are known here: one that anybody can compute, or that takes a public key for a secret, is
 * none of them.
 */
public final class IdentityVerifier {
    /** The longest token of AWS, in characters. */
    public static final int MOST_CHARACTERS = 20_000;

    /** How far the clock of a provider may be off. */
    static final Duration SKEW = Duration.ofSeconds(60);

    private static final int MOST_SUBJECT = 255;
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(
                    JWSAlgorithm.RS256,
                    JWSAlgorithm.RS384,
                    JWSAlgorithm.RS512,
                    JWSAlgorithm.PS256,
                    JWSAlgorithm.PS384,
                    JWSAlgorithm.PS512,
                    JWSAlgorithm.ES256,
                    JWSAlgorithm.ES384,
                    JWSAlgorithm.ES512);

    private final Map<String, IssuerKeys> issuers = new HashMap<>();
    private final Surroundings surroundings;

    /** Takes the tokens of some issuers. */
    public IdentityVerifier(Collection<Issuer> issuers, Surroundings surroundings) {
        this(issuers, ServedKeys::new, surroundings);
    }

    IdentityVerifier(
            Collection<Issuer> issuers,
            Function<Issuer, KeySource> sources,
            Surroundings surroundings) {
        this.surroundings = surroundings;
        for (Issuer each : issuers) {
            this.issuers.put(
                    each.url(), new IssuerKeys(each.url(), sources.apply(each), surroundings));
        }
    }

    /** Asks for the keys of all issuers beside, before anybody needs them. */
    public void prepare() {
        issuers.values().forEach(IssuerKeys::prepare);
    }

    /**
     * Returns whom a token vouches for.
     *
     * @throws S3Exception InvalidIdentityToken, ExpiredTokenException or IDPCommunicationError
     */
    public WebIdentity verify(String token) {
        SignedJWT jwt = parse(token);
        JWTClaimsSet claims = claims(jwt);
        IssuerKeys keys =
                Optional.ofNullable(claims.getIssuer())
                        .map(issuers::get)
                        .orElseThrow(
                                () -> invalid("No identity provider of its issuer is known here."));
        if (keys.candidates(jwt.getHeader()).stream().noneMatch(key -> isSignedBy(jwt, key))) {
            throw invalid("The signature of the token is not one of its issuer.");
        }
        checkTime(claims, surroundings.time().instant());
        return identity(claims);
    }

    private static SignedJWT parse(String token) {
        if (token.length() > MOST_CHARACTERS) {
            throw invalid("The token is longer than " + MOST_CHARACTERS + " characters.");
        }
        try {
            SignedJWT jwt = SignedJWT.parse(token);
            if (!ALGORITHMS.contains(jwt.getHeader().getAlgorithm())) {
                throw invalid(
                        "The algorithm of the token must be one of RS256, PS256, ES256 and their"
                                + " longer forms.");
            }
            if (jwt.getHeader().getCriticalParams() != null) {
                throw invalid("The token has critical parameters that are not known here.");
            }
            return jwt;
        } catch (ParseException | IllegalArgumentException e) {
            throw invalid("The token is no signed JSON Web Token.");
        }
    }

    private static JWTClaimsSet claims(SignedJWT jwt) {
        try {
            return Optional.ofNullable(jwt.getJWTClaimsSet())
                    .orElseThrow(() -> invalid("The token has no claims."));
        } catch (ParseException e) {
            throw invalid("The token has no claims that can be read.");
        }
    }

    private static boolean isSignedBy(SignedJWT jwt, JWK key) {
        try {
            JWSVerifier verifier =
                    key instanceof ECKey curve
                            ? new ECDSAVerifier(curve)
                            : new RSASSAVerifier(key.toRSAKey());
            return jwt.verify(verifier);
        } catch (JOSEException e) {
            // Such as a key of another curve than the algorithm's.
            return false;
        }
    }

    private static void checkTime(JWTClaimsSet claims, Instant now) {
        Instant end =
                instant(claims.getExpirationTime())
                        .orElseThrow(() -> invalid("The token has no exp."));
        if (!now.minus(SKEW).isBefore(end)) {
            throw new S3Exception(S3Error.EXPIRED_IDENTITY_TOKEN);
        }
        Instant latest = now.plus(SKEW);
        if (isAfter(claims.getNotBeforeTime(), latest) || isAfter(claims.getIssueTime(), latest)) {
            throw invalid("The token is not valid yet.");
        }
    }

    private static Optional<Instant> instant(@Nullable Date date) {
        return Optional.ofNullable(date).map(each -> Instant.ofEpochMilli(each.getTime()));
    }

    private static boolean isAfter(@Nullable Date date, Instant latest) {
        return instant(date).filter(each -> each.isAfter(latest)).isPresent();
    }

    private static WebIdentity identity(JWTClaimsSet claims) {
        String subject = Optional.ofNullable(claims.getSubject()).orElse("");
        if (subject.isEmpty() || subject.length() > MOST_SUBJECT) {
            throw invalid("The token must have a sub of 1 to " + MOST_SUBJECT + " characters.");
        }
        List<String> audiences =
                claims.getAudience().stream().filter(each -> each != null).toList();
        if (audiences.isEmpty()) {
            throw invalid("The token has no aud.");
        }
        return new WebIdentity(claims.getIssuer(), subject, audiences);
    }

    private static S3Exception invalid(String message) {
        return new S3Exception(S3Error.INVALID_IDENTITY_TOKEN, message);
    }
}
