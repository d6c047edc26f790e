package io.giza.gateway.s3;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The two ids by which a client's report is found in the log.
 *
 * @param requestId x-amz-request-id, 16 hexadecimal digits
 * @param hostId x-amz-id-2, opaque
 */
record RequestIds(String requestId, String hostId) {
    static RequestIds next(RandomGenerator random) {
        ByteBuffer host = ByteBuffer.allocate(24);
        host.putLong(random.nextLong()).putLong(random.nextLong()).putLong(random.nextLong());
        return new RequestIds(
                HexFormat.of().withUpperCase().toHexDigits(random.nextLong()),
                Base64.getEncoder().encodeToString(host.array()));
    }
}
