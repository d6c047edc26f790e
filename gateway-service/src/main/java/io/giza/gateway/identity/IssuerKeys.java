package io.giza.gateway.identity;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Expiry;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The keys of an issuer, remembered. Whoever sends a token has proven nothing yet, so the issuer is
 * asked once in {@link #PAUSE} at most, whatever tokens come; who comes meanwhile waits for the
 * answer. Known keys are asked for again beside the requests that use them, and stay good for a
 * while when their issuer does not answer.
 */
final class IssuerKeys {
    /** How long the issuer is left alone after it was asked. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    /** When keys are asked for again. */
    static final Duration RENEWAL = Duration.ofMinutes(10);

    /** How long keys are good whose issuer does not answer. */
    static final Duration LONGEST = Duration.ofHours(24);

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);
    private static final int LEAST_RSA_BITS = 2048;
    private static final int MOST_CANDIDATES = 8;

    private final String issuer;
    private final KeySource source;
    private final Surroundings surroundings;
    private final AtomicReference<@Nullable Known> known = new AtomicReference<>();
    private final AtomicReference<Asking> last;

    IssuerKeys(String issuer, KeySource source, Surroundings surroundings) {
        this.issuer = issuer;
        this.source = source;
        this.surroundings = surroundings;
        this.last = new AtomicReference<>(new Asking(surroundings.time().after(Duration.ZERO)));
    }

    private record Known(JWKSet keys, Expiry renewal, Expiry end) {}

    /** The issuer asked once: when it may be asked again, and what it answers all who wait. */
    private record Asking(Deadline next, CompletableFuture<JWKSet> answer) {
        Asking(Deadline next) {
            this(next, new CompletableFuture<>());
        }
    }

    /** Asks for the keys beside, before anybody needs them. */
    void prepare() {
        Asking mine = begin();
        if (mine != null) {
            surroundings.tasks().fork("issuer-keys", () -> ask(mine));
        }
    }

    /**
     * Returns the keys that may have signed a token.
     *
     * @param header the token's, of an algorithm with public keys
     * @return at least one, and a few at most
     * @throws S3Exception InvalidIdentityToken if the issuer has no such key, or
     *     IDPCommunicationError if it cannot be asked now
     */
    List<JWK> candidates(JWSHeader header) {
        Known now = known.get();
        if (now == null || now.end().hasPassed(surroundings.time())) {
            return asked(header);
        }
        List<JWK> found = select(now.keys(), header);
        if (found.isEmpty()) {
            return asked(header);
        }
        if (now.renewal().hasPassed(surroundings.time())) {
            prepare();
        }
        return found;
    }

    /** Asks, or waits for the answer to who asked before, which a start of the gateway does. */
    private List<JWK> asked(JWSHeader header) {
        Asking mine = begin();
        if (mine != null) {
            ask(mine);
        }
        List<JWK> found = select(answer(mine == null ? last.get() : mine), header);
        if (found.isEmpty()) {
            throw mine == null
                    ? new S3Exception(S3Error.IDP_COMMUNICATION_ERROR)
                    : new S3Exception(
                            S3Error.INVALID_IDENTITY_TOKEN,
                            "The identity provider has no key that the token names.");
        }
        return found;
    }

    /** Returns what the caller is to ask and to complete, or null if it may not ask now. */
    private @Nullable Asking begin() {
        Asking before = last.get();
        if (!before.next().hasPassed(surroundings.time())) {
            return null;
        }
        Asking mine = new Asking(surroundings.time().after(PAUSE));
        return last.compareAndSet(before, mine) ? mine : null;
    }

    private void ask(Asking mine) {
        Expiry renewal = surroundings.time().expiry(RENEWAL);
        Expiry end = surroundings.time().expiry(LONGEST);
        try {
            JWKSet keys = source.fetch();
            known.set(new Known(keys, renewal, end));
            mine.answer().complete(keys);
        } catch (IOException e) {
            tell(e);
        } finally {
            mine.answer().completeExceptionally(new IOException("no keys"));
        }
    }

    private static JWKSet answer(Asking asking) {
        try {
            return asking.answer().get();
        } catch (ExecutionException e) {
            throw new S3Exception(S3Error.IDP_COMMUNICATION_ERROR);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new S3Exception(S3Error.IDP_COMMUNICATION_ERROR);
        }
    }

    private void tell(IOException e) {
        LOG.atWarn()
                .addKeyValue("issuer", issuer)
                .log("the keys of the identity provider cannot be had: {}", e.getMessage());
    }

    private static List<JWK> select(JWKSet keys, JWSHeader header) {
        return new JWKSelector(JWKMatcher.forJWSHeader(header))
                .select(keys).stream().filter(IssuerKeys::isStrong).limit(MOST_CANDIDATES).toList();
    }

    private static boolean isStrong(JWK key) {
        return key instanceof ECKey || (key instanceof RSAKey rsa && rsa.size() >= LEAST_RSA_BITS);
    }
}
