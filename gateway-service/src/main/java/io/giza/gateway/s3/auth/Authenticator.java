package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.signature.CredentialScope;
import io.giza.signature.SigV4;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Verifies the signature of a request's head. What it says of the body is returned in the caller's
 * {@link PayloadMode}, and is verified while the body is read.
 */
public final class Authenticator {
    private static final Duration OF_OPERATORS = Duration.ofMinutes(5);

    private static final String SECURITY_TOKEN = "x-amz-security-token";

    private final AccessKeys accessKeys;
    private final SessionKeys sessions;
    private final InstantSource clock;
    private final Duration clockSkew;
    private final boolean signatureV2;
    private final String service;

    /**
     * Makes an authenticator.
     *
     * @param sessions the keys that come with a session token
     * @param clockSkew how far the client's clock may be off, either way
     * @param signatureV2 whether presigned URLs of signature version 2 are accepted
     */
    public Authenticator(
            AccessKeys accessKeys,
            SessionKeys sessions,
            InstantSource clock,
            Duration clockSkew,
            boolean signatureV2) {
        this(accessKeys, sessions, clock, clockSkew, signatureV2, CredentialScope.S3);
    }

    private Authenticator(
            AccessKeys accessKeys,
            SessionKeys sessions,
            InstantSource clock,
            Duration clockSkew,
            boolean signatureV2,
            String service) {
        this.accessKeys = accessKeys;
        this.sessions = sessions;
        this.clock = clock;
        this.clockSkew = clockSkew;
        this.signatureV2 = signatureV2;
        this.service = service;
    }

    /**
     * Returns one for requests of operators: what is signed for S3 is refused, and vice versa. They
     * are good for a shorter time, since one that was seen on its way can be sent again.
     */
    public Authenticator ofOperators() {
        Duration skew = clockSkew.compareTo(OF_OPERATORS) < 0 ? clockSkew : OF_OPERATORS;
        return new Authenticator(accessKeys, sessions, clock, skew, false, CredentialScope.ADMIN);
    }

    /** Returns one for requests of temporary credentials, which are signed for STS alone. */
    public Authenticator ofSecurityTokens() {
        return new Authenticator(
                accessKeys, sessions, clock, clockSkew, false, CredentialScope.SECURITY_TOKENS);
    }

    /** Tells whether a request bears no signature of any kind. */
    public static boolean isUnsigned(RawRequest request) {
        return !request.headers().has("authorization")
                && !request.query().has("X-Amz-Algorithm")
                && !PresignedHeaders.isSigV2(request);
    }

    /**
     * Returns what the head of a request that nobody signed says of its body.
     *
     * @throws S3Exception InvalidRequest for chunks that must be signed
     */
    public static PayloadMode unsignedPayload(Headers headers) {
        return PayloadModes.ofUnsigned(headers);
    }

    /**
     * Verifies who sent a request.
     *
     * @throws S3Exception if the signature is missing, wrong, too old, or covers too little
     */
    public Caller authenticate(RawRequest request) {
        if (signatureV2 && PresignedHeaders.isSigV2(request)) {
            return authenticateSigV2(request);
        }
        return authenticate(request, ClaimReader.read(request, service));
    }

    /**
     * Verifies who sent a request whose body is here already, and that it is the one that was
     * signed. Clients of STS do not say its digest in a header.
     *
     * @throws S3Exception likewise, or XAmzContentSHA256Mismatch
     */
    public Caller authenticate(RawRequest request, byte[] body) {
        String digest = SigV4.sha256Hex(body);
        boolean isOther =
                request.headers()
                        .value("x-amz-content-sha256")
                        .filter(said -> !said.equals(digest))
                        .isPresent();
        if (isOther) {
            throw new S3Exception(S3Error.X_AMZ_CONTENT_SHA256_MISMATCH);
        }
        return authenticate(request, ClaimReader.readHeader(request, service, digest));
    }

    private Caller authenticate(RawRequest request, SignatureClaim claim) {
        AccessKeys.Holder holder = holder(claim.accessKeyId(), token(request, claim));
        checkTime(request, claim);
        checkCoverage(request, claim);
        byte[] signingKey = SigV4.signingKey(holder.secret(), claim.scope());
        PayloadMode payload = PayloadModes.of(claim, signingKey);
        checkSignature(request, claim, signingKey);
        Set<String> signed = claim.presigned() ? Set.of() : new HashSet<>(claim.signedHeaders());
        return Caller.of(claim.accessKeyId(), holder, payload, signed);
    }

    private Caller authenticateSigV2(RawRequest request) {
        SigV2.Claim claim =
                SigV2.read(request, clock.instant(), ClaimReader.LONGEST_PRESIGNED.plus(clockSkew));
        if (request.headers().has(SECURITY_TOKEN)) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
        AccessKeys.Holder holder = holder(claim.accessKeyId(), Optional.empty());
        if (!claim.isSignedWith(holder.secret())) {
            throw mismatch(claim.accessKeyId(), claim.signature());
        }
        PayloadMode payload =
                request.headers()
                        .value("x-amz-content-sha256")
                        .filter(hash -> !hash.equals(PayloadModes.UNSIGNED))
                        .map(PayloadModes::signedDigest)
                        .orElseGet(PayloadMode.Unsigned::new);
        return Caller.of(claim.accessKeyId(), holder, payload, Set.of());
    }

    /**
     * Verifies who signed the policy of a form. Until when it is good is in the policy.
     *
     * @param fields the form's fields by lower-case name
     * @throws S3Exception if there is no policy, or its signature is missing or wrong
     */
    public Caller authenticateForm(Map<String, String> fields) {
        SignatureClaim claim = FormClaimReader.read(fields);
        AccessKeys.Holder holder =
                holder(claim.accessKeyId(), Optional.ofNullable(fields.get(SECURITY_TOKEN)));
        byte[] signingKey = SigV4.signingKey(holder.secret(), claim.scope());
        // What is signed is the policy as it was sent, without anything around it.
        String expected = SigV4.hexHmac(signingKey, claim.payloadHash());
        if (!SigV4.constantTimeEquals(expected, claim.signature())) {
            byte[] signed = claim.payloadHash().getBytes(StandardCharsets.UTF_8);
            throw mismatch(claim.accessKeyId(), claim.signature())
                    .with("StringToSign", claim.payloadHash())
                    .with("StringToSignBytes", HexFormat.ofDelimiter(" ").formatHex(signed));
        }
        return Caller.of(claim.accessKeyId(), holder, new PayloadMode.Unsigned(), Set.of());
    }

    private AccessKeys.Holder holder(String accessKeyId, Optional<String> token) {
        if (token.isPresent()) {
            return sessions.find(accessKeyId, token.get());
        }
        return accessKeys
                .find(accessKeyId)
                .orElseThrow(
                        () ->
                                new S3Exception(S3Error.INVALID_ACCESS_KEY_ID)
                                        .with("AWSAccessKeyId", accessKeyId));
    }

    private static S3Exception mismatch(String accessKeyId, String signature) {
        return new S3Exception(S3Error.SIGNATURE_DOES_NOT_MATCH)
                .with("AWSAccessKeyId", accessKeyId)
                .with("SignatureProvided", signature);
    }

    private void checkTime(RawRequest request, SignatureClaim claim) {
        Instant now = clock.instant();
        if (claim.presigned()) {
            Duration maxValidity = ClaimReader.presignedFor(request.query());
            if (now.isAfter(claim.signedAt().plus(maxValidity))) {
                throw new S3Exception(S3Error.ACCESS_DENIED, "Request has expired.")
                        .with("X-Amz-Expires", Long.toString(maxValidity.toSeconds()))
                        .with("Expires", claim.signedAt().plus(maxValidity).toString())
                        .with("ServerTime", now.toString());
            }
            if (claim.signedAt().isAfter(now.plus(clockSkew))) {
                throw new S3Exception(S3Error.ACCESS_DENIED, "Request is not valid yet.");
            }
        } else if (Duration.between(claim.signedAt(), now).abs().compareTo(clockSkew) > 0) {
            throw new S3Exception(S3Error.REQUEST_TIME_TOO_SKEWED)
                    .with("RequestTime", claim.timestamp())
                    .with("ServerTime", now.toString())
                    .with("MaxAllowedSkewMilliseconds", Long.toString(clockSkew.toMillis()));
        }
    }

    /** Returns the token that stands where the signature does; another one is of no request. */
    private static Optional<String> token(RawRequest request, SignatureClaim claim) {
        Optional<String> header = request.headers().value(SECURITY_TOKEN);
        Optional<String> parameter =
                request.query().parameters().stream()
                        .filter(each -> each.name().equalsIgnoreCase(SECURITY_TOKEN))
                        .map(Query.Parameter::value)
                        .findFirst();
        if ((claim.presigned() ? header : parameter).isPresent()) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
        return claim.presigned() ? parameter : header;
    }

    /** A header that changes what the request does must not be added on the way. */
    private static void checkCoverage(RawRequest request, SignatureClaim claim) {
        Set<String> signed = new HashSet<>(claim.signedHeaders());
        Set<String> missing = new TreeSet<>();
        if (!signed.contains("host")) {
            missing.add("host");
        }
        for (String name : request.headers().names()) {
            if (name.startsWith("x-amz-") && !signed.contains(name)) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw new S3Exception(
                            S3Error.ACCESS_DENIED,
                            "There were headers present in the request which were not signed")
                    .with("HeadersNotSigned", String.join(", ", missing));
        }
    }

    private static void checkSignature(
            RawRequest request, SignatureClaim claim, byte[] signingKey) {
        boolean matches = false;
        for (String path : CanonicalRequest.paths(request.rawPath())) {
            String expected =
                    SigV4.sign(
                            signingKey,
                            claim.timestamp(),
                            claim.scope(),
                            CanonicalRequest.of(request, path, claim));
            matches |= SigV4.constantTimeEquals(expected, claim.signature());
        }
        if (!matches) {
            throw mismatch(claim.accessKeyId(), claim.signature());
        }
    }
}
