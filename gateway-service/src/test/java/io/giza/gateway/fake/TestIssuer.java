package io.giza.gateway.fake;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An identity provider on a port of its own, as OpenID Connect Discovery has it. */
public final class TestIssuer implements AutoCloseable {
    /** Takes long to make, and is as good for all tests. */
    private static final RSAKey KEY = key();

    private final HttpServer server;
    private final AtomicInteger askings = new AtomicInteger();

    /** Starts it. */
    public TestIssuer() throws IOException {
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(
                "/.well-known/openid-configuration",
                "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}");
        serve("/keys", new JWKSet(KEY.toPublicJWK()).toString());
        server.start();
    }

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048)
                    .keyID("first")
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve(String path, String document) {
        server.createContext(
                path,
                exchange -> {
                    askings.incrementAndGet();
                    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
    }

    /** Returns its URL. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how often something was asked of it. */
    public int askings() {
        return askings.get();
    }

    /** Returns its key, with the private part. */
    public static RSAKey signingKey() {
        return KEY;
    }

    /** Vouches for somebody, for an hour. */
    public String token(String subject, String... audiences) {
        return signed(
                new JWTClaimsSet.Builder()
                        .issuer(url())
                        .subject(subject)
                        .audience(List.of(audiences))
                        .issueTime(new Date())
                        .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1))))
                        .build());
    }

    /** Signs what a token is to say. */
    public static String signed(JWTClaimsSet claims) {
        try {
            SignedJWT jwt =
                    new SignedJWT(
                            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("first").build(),
                            claims);
            jwt.sign(new RSASSASigner(KEY));
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
