package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.DeclaredChecksums;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.model.UploadRows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a CompleteMultipartUpload says of the object and of its parts. */
final class CompletionReader {
    /** Ten thousand parts with a number, an ETag and all checksums each. */
    private static final int MAX_ELEMENTS = 15 * UploadRows.MAX_PART;

    private static final String SIZE = "x-amz-mp-object-size";

    /** The checksum of an object of parts may have their number behind it. */
    private static final Pattern CHECKSUM = Pattern.compile("([^-]*)(-[1-9]\\d{0,4})?");

    private CompletionReader() {}

    /**
     * Reads the document.
     *
     * @throws S3Exception MalformedXML, InvalidPartOrder or InvalidArgument
     */
    static List<DeclaredPart> declaredParts(byte[] content) {
        Element document = XmlReader.parse(content, "CompleteMultipartUpload", MAX_ELEMENTS);
        List<DeclaredPart> declaredParts = new ArrayList<>();
        int last = 0;
        for (Element part : document.all("Part")) {
            DeclaredPart declaredPart = declaredPart(part);
            if (declaredPart.number() <= last) {
                throw new S3Exception(S3Error.INVALID_PART_ORDER);
            }
            last = declaredPart.number();
            declaredParts.add(declaredPart);
        }
        if (declaredParts.isEmpty()) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        return declaredParts;
    }

    private static DeclaredPart declaredPart(Element part) {
        int number = number(part.first("PartNumber").map(String::strip).orElse(""));
        String etag =
                part.first("ETag")
                        .map(EntityTag::unquote)
                        .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML));
        return new DeclaredPart(number, etag, checksums(part));
    }

    private static int number(String text) {
        if (!text.matches("-?\\d{1,9}")) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        int number = Integer.parseInt(text);
        if (number < 1 || number > UploadRows.MAX_PART) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            number < 1
                                    ? "PartNumber must be >= 1"
                                    : "Part number must be an integer between 1 and 10000,"
                                            + " inclusive.")
                    .with("ArgumentName", "PartNumber")
                    .with("ArgumentValue", text);
        }
        return number;
    }

    private static Map<String, String> checksums(Element part) {
        Map<String, String> checksums = new LinkedHashMap<>();
        StringBuilder given = new StringBuilder();
        boolean valid = true;
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = part.first(algorithm.element()).map(String::strip).orElse("");
            if (!value.isEmpty()) {
                checksums.put(algorithm.storedName(), value);
                given.append(algorithm).append(':').append(value).append(';');
                valid &= DeclaredChecksums.isValue(algorithm, value);
            }
        }
        if (!valid || checksums.size() > 1) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Invalid Base64 or multiple checksums present in request")
                    .with("ArgumentName", "Checksum")
                    .with("ArgumentValue", given.toString());
        }
        return checksums;
    }

    /**
     * Reads the headers.
     *
     * @throws S3Exception InvalidRequest
     */
    static Expected expected(Headers headers) {
        return new Expected(
                checksums(headers),
                UploadChecksums.type(headers),
                size(headers),
                EncryptionHeaders.stated(headers));
    }

    private static Map<String, String> checksums(Headers headers) {
        List<ChecksumAlgorithm> sent = DeclaredChecksums.inHeaders(headers);
        if (sent.isEmpty()) {
            return Map.of();
        }
        ChecksumAlgorithm algorithm = sent.getFirst();
        String value = headers.value(algorithm.header()).orElse("");
        Matcher matcher = CHECKSUM.matcher(value);
        if (!matcher.matches() || !DeclaredChecksums.isValue(algorithm, matcher.group(1))) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Value for " + algorithm.header() + " header is invalid.");
        }
        return Map.of(algorithm.storedName(), value);
    }

    private static OptionalLong size(Headers headers) {
        if (!headers.has(SIZE)) {
            return OptionalLong.empty();
        }
        String text = headers.value(SIZE).orElse("");
        if (!text.matches("-?\\d{1,18}") || text.startsWith("-")) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Value for "
                            + SIZE
                            + " header is "
                            + (text.matches("-\\d{1,18}") ? "less than zero" : "invalid")
                            + ": '"
                            + text
                            + "'");
        }
        return OptionalLong.of(Long.parseLong(text));
    }
}
