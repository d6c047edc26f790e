package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.OpenObject;
import io.giza.model.Part;
import io.giza.model.UploadRows;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The part of an object that a read asks for by its number. An object that was put at once has one
 * part, number 1.
 *
 * @param first its first byte within the object
 * @param length its bytes
 * @param checksums its own checksum, if it has one, by lower-case algorithm name
 */
public record PartNumber(long first, long length, Map<String, String> checksums) {
    private static final String PARAMETER = "partNumber";
    private static final String COUNT = "x-amz-mp-parts-count";

    /**
     * Reads the number of the part that a request is about.
     *
     * @throws S3Exception InvalidArgument
     */
    public static int parse(Call call) {
        String number = call.query().first(PARAMETER).orElse("");
        if (!number.matches("\\d{1,5}")
                || Integer.parseInt(number) < 1
                || Integer.parseInt(number) > UploadRows.MAX_PART) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Part number must be an integer between 1 and 10000, inclusive.")
                    .with("ArgumentName", PARAMETER)
                    .with("ArgumentValue", number);
        }
        return Integer.parseInt(number);
    }

    /**
     * Checks what a request says of a part, before its object is looked for.
     *
     * @throws S3Exception InvalidArgument or InvalidRequest
     */
    public static void check(Call call) {
        if (!call.query().has(PARAMETER)) {
            return;
        }
        if (call.headers().has("range")) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Cannot specify both Range header and partNumber query parameter");
        }
        parse(call);
    }

    /**
     * Finds the part, and tells how many there are; empty if the request names none.
     *
     * @throws S3Exception InvalidPartNumber if there is none of this number
     */
    public static Optional<PartNumber> of(Call call, Reply reply, OpenObject object)
            throws IOException {
        if (!call.query().has(PARAMETER)) {
            return Optional.empty();
        }
        int number = parse(call);
        int count = object.manifest().partCount().orElse(0);
        if (count == 0) {
            if (number != 1) {
                throw invalidPartNumber(number, 1);
            }
            return Optional.of(
                    new PartNumber(0, object.manifest().size(), object.manifest().checksums()));
        }
        reply.header(COUNT, Integer.toString(count));
        long first = 0;
        for (Part part : object.parts()) {
            if (part.number() == number) {
                return Optional.of(new PartNumber(first, part.size(), checksums(object, part)));
            }
            first += part.size();
        }
        throw invalidPartNumber(number, count);
    }

    private static S3Exception invalidPartNumber(int number, int count) {
        return new S3Exception(S3Error.INVALID_PART_NUMBER)
                .with("ActualPartCount", Integer.toString(count))
                .with("PartNumberRequested", Integer.toString(number));
    }

    private static Map<String, String> checksums(OpenObject object, Part part) {
        Optional<String> algorithm = object.manifest().checksums().keySet().stream().findFirst();
        return algorithm.isPresent() && part.checksum().isPresent()
                ? Map.of(algorithm.get(), part.checksum().get())
                : Map.of();
    }

    /** Returns the range of it, empty if it has no bytes. */
    public Optional<ByteRange> range() {
        return length == 0 ? Optional.empty() : Optional.of(new ByteRange(first, length));
    }
}
