package io.giza.gateway.s3;

import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.upload.UploadService;
import io.giza.gateway.upload.UploadService.Claim;
import io.giza.gateway.upload.UploadService.CompleteRequest;
import io.giza.gateway.upload.UploadService.CompleteResult;
import io.giza.gateway.upload.UploadService.Expected;
import io.giza.model.UploadRows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** CompleteMultipartUpload. */
final class CompleteHandler {
    private static final int MAX_DOCUMENT_BYTES = 8 << 20;

    /** Ten thousand parts with a number, an ETag and all checksums each. */
    private static final int MAX_ELEMENTS = 10 * UploadRows.MAX_PART;

    private static final String SIZE = "x-amz-mp-object-size";

    private final UploadService uploads;
    private final LongAnswer longAnswer;

    CompleteHandler(UploadService uploads, LongAnswer longAnswer) {
        this.uploads = uploads;
        this.longAnswer = longAnswer;
    }

    void complete(Call call, Reply reply) throws IOException {
        CompleteRequest request =
                new CompleteRequest(
                        call.target(),
                        UploadHandler.upload(call),
                        claims(Bodies.readAll(call.document(MAX_DOCUMENT_BYTES))),
                        WriteHandler.condition(call.headers()),
                        expected(call.headers()));
        longAnswer.give(call, reply, () -> answer(call, uploads.complete(request)));
    }

    private static List<Claim> claims(byte[] content) {
        Element document = XmlReader.parse(content, "CompleteMultipartUpload", MAX_ELEMENTS);
        List<Claim> claims = new ArrayList<>();
        int last = 0;
        for (Element part : document.all("Part")) {
            Claim claim = claim(part);
            if (claim.number() <= last) {
                throw new S3Exception(S3Error.INVALID_PART_ORDER);
            }
            last = claim.number();
            claims.add(claim);
        }
        if (claims.isEmpty()) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return claims;
    }

    private static Claim claim(Element part) {
        String number = part.first("PartNumber").map(String::strip).orElse("");
        if (!number.matches("\\d{1,9}")) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        if (Integer.parseInt(number) < 1 || Integer.parseInt(number) > UploadRows.MAX_PART) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "PartNumber must be an integer between 1 and 10000, inclusive")
                    .with("ArgumentName", "PartNumber")
                    .with("ArgumentValue", number);
        }
        String etag =
                part.first("ETag")
                        .map(ReadConditions::unquote)
                        .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML));
        Map<String, String> checksums = new HashMap<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            part.first(algorithm.element())
                    .map(String::strip)
                    .ifPresent(value -> checksums.put(algorithm.storedName(), value));
        }
        return new Claim(Integer.parseInt(number), etag, checksums);
    }

    private static Expected expected(Headers headers) {
        Map<String, String> checksums = new HashMap<>();
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            headers.value(algorithm.header())
                    .ifPresent(value -> checksums.put(algorithm.storedName(), value));
        }
        OptionalLong size = OptionalLong.empty();
        if (headers.has(SIZE)) {
            String text = headers.value(SIZE).orElse("");
            if (!text.matches("\\d{1,18}")) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST, "Value for " + SIZE + " header is invalid.");
            }
            size = OptionalLong.of(Long.parseLong(text));
        }
        return new Expected(checksums, UploadHandler.type(headers), size);
    }

    private static LongAnswer.Answer answer(Call call, CompleteResult result) {
        return switch (result) {
            case CompleteResult.Completed completed -> {
                XmlWriter document =
                        XmlWriter.document("CompleteMultipartUploadResult")
                                .element("Location", location(call))
                                .element("Bucket", call.resource().bucket())
                                .element("Key", call.resource().key())
                                .element("ETag", "\"" + completed.etag() + "\"");
                completed
                        .checksums()
                        .forEach(
                                (name, value) ->
                                        document.element(
                                                ChecksumAlgorithm.ofStored(name).element(), value));
                completed
                        .kind()
                        .ifPresent(kind -> document.element("ChecksumType", kind.type().name()));
                Map<String, String> headers = new HashMap<>();
                completed
                        .version()
                        .ifPresent(version -> headers.put(Versions.HEADER, version.toString()));
                yield new LongAnswer.Answer(document, headers);
            }
            case CompleteResult.InvalidPart(int number, String etag) ->
                    throw new S3Exception(S3Error.INVALID_PART)
                            .with("UploadId", call.query().first("uploadId").orElse(""))
                            .with("PartNumber", Integer.toString(number))
                            .with("ETag", etag);
            case CompleteResult.TooSmall(int number, String etag, long size, long least) ->
                    throw new S3Exception(S3Error.ENTITY_TOO_SMALL)
                            .with("ProposedSize", Long.toString(size))
                            .with("MinSizeAllowed", Long.toString(least))
                            .with("PartNumber", Integer.toString(number))
                            .with("ETag", etag);
            case CompleteResult.WrongChecksum(String algorithm) ->
                    throw new S3Exception(
                            algorithm.equals("type") ? S3Error.INVALID_REQUEST : S3Error.BAD_DIGEST,
                            "The "
                                    + algorithm
                                    + " you specified did not match that of the upload.");
            case CompleteResult.WrongSize(long size) ->
                    throw new S3Exception(
                                    S3Error.INVALID_REQUEST,
                                    "The provided 'x-amz-mp-object-size' header value does not"
                                            + " match what was computed.")
                            .with("ComputedSize", Long.toString(size));
            case CompleteResult.Failed(Failure failure) -> throw UploadHandler.error(call, failure);
        };
    }

    /** Clients know the host better than a gateway does, which may be behind another. */
    private static String location(Call call) {
        return "/"
                + call.resource().bucket()
                + "/"
                + PercentCoding.encodePath(call.resource().key());
    }
}
