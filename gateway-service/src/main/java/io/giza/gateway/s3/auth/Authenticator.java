package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PresignedHeaders;
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
import java.util.regex.Pattern;

/**
 * Verifies the signature of a request's head. What it says of the body is returned in the caller's
 * {@link PayloadMode}, and is verified while the body is read.
 */
public final class Authenticator {
    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private static final Duration OF_OPERATORS = Duration.ofMinutes(5);

    private static final String UNSIGNED = "UNSIGNED-PAYLOAD";
    private static final String UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    private static final String SECURITY_TOKEN = "x-amz-security-token";

    private final AccessKeys accessKeys;
    private final InstantSource clock;
    private final Duration clockSkew;
    private final boolean signatureV2;
    private final String service;

    /**
     * Makes an authenticator.
     *
     * @param clockSkew how far the client's clock may be off, either way
     * @param signatureV2 whether presigned URLs of signature version 2 are accepted
     */
    public Authenticator(
            AccessKeys accessKeys, InstantSource clock, Duration clockSkew, boolean signatureV2) {
        this(accessKeys, clock, clockSkew, signatureV2, CredentialScope.S3);
    }

    private Authenticator(
            AccessKeys accessKeys,
            InstantSource clock,
            Duration clockSkew,
            boolean signatureV2,
            String service) {
        this.accessKeys = accessKeys;
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
        return new Authenticator(accessKeys, clock, skew, false, CredentialScope.ADMIN);
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
     * @throws S3Exception InvalidArgument, or InvalidRequest for chunks that must be signed
     */
    public static PayloadMode unsignedPayload(Headers headers) {
        String declared = headers.value("x-amz-content-sha256").orElse(UNSIGNED);
        return switch (declared) {
            case UNSIGNED -> new PayloadMode.Unsigned();
            case UNSIGNED_TRAILER -> new PayloadMode.Chunked(Optional.empty(), true);
            default -> {
                if (declared.startsWith("STREAMING-")) {
                    throw new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "Anonymous requests don't support this x-amz-content-sha256 value."
                                    + " Please use UNSIGNED-PAYLOAD or"
                                    + " STREAMING-UNSIGNED-PAYLOAD-TRAILER.");
                }
                yield signedDigest(declared);
            }
        };
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
        SignatureClaim claim = ClaimReader.read(request, service);
        AccessKeys.Holder holder = holder(claim.accessKeyId());
        checkNoToken(request);
        checkTime(request, claim);
        checkCoverage(request, claim);
        byte[] signingKey = SigV4.signingKey(holder.secret(), claim.scope());
        PayloadMode payload = payloadMode(claim, signingKey);
        checkSignature(request, claim, signingKey);
        Set<String> signed = claim.presigned() ? Set.of() : new HashSet<>(claim.signedHeaders());
        return Caller.of(claim.accessKeyId(), holder, payload, signed);
    }

    private Caller authenticateSigV2(RawRequest request) {
        SigV2.Claim claim =
                SigV2.read(request, clock.instant(), ClaimReader.LONGEST_PRESIGNED.plus(clockSkew));
        AccessKeys.Holder holder = holder(claim.accessKeyId());
        checkNoToken(request);
        if (!claim.isSignedWith(holder.secret())) {
            throw mismatch(claim.accessKeyId(), claim.signature());
        }
        PayloadMode payload =
                request.headers()
                        .value("x-amz-content-sha256")
                        .filter(hash -> !hash.equals(UNSIGNED))
                        .map(Authenticator::signedDigest)
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
        AccessKeys.Holder holder = holder(claim.accessKeyId());
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

    private AccessKeys.Holder holder(String accessKeyId) {
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

    /** The keys here are for good, so a token of temporary credentials is none of theirs. */
    private static void checkNoToken(RawRequest request) {
        if (request.headers().has(SECURITY_TOKEN)
                || request.query().names().stream().anyMatch(SECURITY_TOKEN::equalsIgnoreCase)) {
            throw new S3Exception(S3Error.INVALID_TOKEN);
        }
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

    private static PayloadMode payloadMode(SignatureClaim claim, byte[] signingKey) {
        return switch (claim.payloadHash()) {
            case UNSIGNED -> new PayloadMode.Unsigned();
            case UNSIGNED_TRAILER -> new PayloadMode.Chunked(Optional.empty(), true);
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" ->
                    new PayloadMode.Chunked(Optional.of(chain(claim, signingKey)), false);
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" ->
                    new PayloadMode.Chunked(Optional.of(chain(claim, signingKey)), true);
            default -> signedDigest(claim.payloadHash());
        };
    }

    private static PayloadMode signedDigest(String hash) {
        if (HEX_64.matcher(hash).matches()) {
            return new PayloadMode.SignedDigest(hash);
        }
        if (hash.startsWith("STREAMING-")) {
            throw Refusal.header("x-amz-content-sha256");
        }
        throw new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "x-amz-content-sha256 must be UNSIGNED-PAYLOAD,"
                                + " STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
                                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD,"
                                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                                + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD,"
                                + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER or a valid"
                                + " sha256 value.")
                .with("ArgumentName", "x-amz-content-sha256")
                .with("ArgumentValue", hash);
    }

    private static ChunkSignatures chain(SignatureClaim claim, byte[] signingKey) {
        return new ChunkSignatures(signingKey, claim.timestamp(), claim.scope(), claim.signature());
    }
}
