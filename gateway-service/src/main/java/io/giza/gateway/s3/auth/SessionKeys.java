package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

/** The temporary credentials of sessions, whose tokens say all that is to know of them. */
@FunctionalInterface
public interface SessionKeys {
    /** There are none. */
    SessionKeys NONE =
            (_, _) -> {
                throw new S3Exception(S3Error.INVALID_TOKEN);
            };

    /**
     * Finds whom temporary credentials belong to.
     *
     * @param token the session token as it was sent
     * @throws S3Exception InvalidToken if it is no token of this access key or nothing is left of
     *     what it rests on, ExpiredToken after its end, or ServiceUnavailable
     */
    AccessKeys.Holder find(String accessKeyId, String token);
}
