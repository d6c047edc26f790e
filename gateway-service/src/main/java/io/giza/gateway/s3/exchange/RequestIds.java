package io.giza.gateway.s3.exchange;

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
public record RequestIds(String requestId, String hostId) {
    private static final String REQUEST_ID = "x-amz-request-id";
    private static final String HOST_ID = "x-amz-id-2";

    /** Makes the ids of a request, at random. */
    public static RequestIds next(RandomGenerator random) {
        ByteBuffer host = ByteBuffer.allocate(24);
        host.putLong(random.nextLong()).putLong(random.nextLong()).putLong(random.nextLong());
        return new RequestIds(
                HexFormat.of().withUpperCase().toHexDigits(random.nextLong()),
                Base64.getEncoder().encodeToString(host.array()));
    }

    /** Writes the ids. */
    public void addTo(Reply reply) {
        reply.header(REQUEST_ID, requestId).header(HOST_ID, hostId);
    }

    /** Returns the ids that were told. */
    public static RequestIds of(Reply reply) {
        return new RequestIds(header(reply, REQUEST_ID), header(reply, HOST_ID));
    }

    private static String header(Reply reply, String name) {
        String value = reply.header(name);
        return value == null ? "" : value;
    }
}
