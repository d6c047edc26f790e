package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.policy.Decision;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;

import java.time.Instant;
import java.util.List;

/**
 * What the holder of an access key may ask of S3, and until when. It never gives a key more than
 * its account may do.
 *
 * @param policies each of which must allow a request; none where there is no such limit
 * @param expires the first moment at which the key is no longer good
 */
public record Restrictions(List<Policy> policies, Instant expires) {
    /** None. */
    public static final Restrictions NONE = new Restrictions(List.of(), Instant.MAX);

    public Restrictions {
        policies = List.copyOf(policies);
    }

    /** Tells whether each of the policies allows a request. */
    public boolean allow(PolicyRequest request) {
        return policies.stream()
                .allMatch(each -> PolicyEvaluator.decide(each, request) == Decision.ALLOW);
    }

    /** Tells whether the key is no longer good. */
    public boolean haveExpired(Instant now) {
        return !now.isBefore(expires);
    }
}
