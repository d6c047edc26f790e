package io.giza.gateway.identity;

import java.util.List;

/**
 * Whom an identity provider vouches for.
 *
 * @param issuer the provider's URL
 * @param subject whom it means, such as {@code system:serviceaccount:shop:web}
 * @param audiences for whom it says so, at least one
 */
public record WebIdentity(String issuer, String subject, List<String> audiences) {
    public WebIdentity {
        audiences = List.copyOf(audiences);
    }
}
