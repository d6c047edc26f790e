package io.giza.gateway.identity;

import com.nimbusds.jose.jwk.JWKSet;

import java.io.IOException;

/** Where the keys of an issuer come from. */
@FunctionalInterface
interface KeySource {
    /**
     * Asks for the keys that are good now.
     *
     * @throws IOException with a sentence, if they cannot be had
     */
    JWKSet fetch() throws IOException;
}
