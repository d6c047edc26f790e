package io.giza.gateway.s3.access;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.Decision;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.request.Resource;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What policies say of the delivery of logs, which no client asks for.
 *
 * @param lookup finds policies
 * @param clock what policies take for the time
 */
public record DeliveryAccess(AccessLookup lookup, InstantSource clock) {
    /** As policies name it. */
    private static final Requester DELIVERY = new Requester.Service("logging.s3.amazonaws.com");

    /**
     * Tells whether a bucket's policy denies that a log is delivered. One that does not allow it
     * denies nothing.
     *
     * @param object what is to be put
     * @param source the bucket whose log it is
     * @param account that owns both
     * @throws S3Exception ServiceUnavailable
     */
    public boolean isDenied(Resource object, String source, String account) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        ConditionValues facts =
                key ->
                        switch (key) {
                            case "aws:currenttime" -> List.of(now.toString());
                            case "aws:epochtime" -> List.of(Long.toString(now.getEpochSecond()));
                            case "aws:securetransport" -> List.of("true");
                            case "aws:sourceaccount", "s3:resourceaccount" -> List.of(account);
                            case "aws:sourcearn" -> List.of(PolicyRequest.bucket(source));
                            default -> List.of();
                        };
        PolicyRequest delivery =
                new PolicyRequest(
                        DELIVERY,
                        S3Action.PUT_OBJECT,
                        PolicyRequest.object(object.bucket(), object.key()),
                        facts);
        return lookup.find(object)
                .flatMap(BucketAccess::policy)
                .filter(policy -> PolicyEvaluator.decide(policy, delivery) == Decision.DENY)
                .isPresent();
    }
}
