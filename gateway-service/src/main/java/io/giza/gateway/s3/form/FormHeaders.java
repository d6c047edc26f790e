package io.giza.gateway.s3.form;

import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.xml.XmlReader;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Fields of a form as the headers that would say the same in a put. */
final class FormHeaders {
    private static final Set<String> SAME =
            Set.of(
                    "cache-control",
                    "content-disposition",
                    "content-encoding",
                    "content-language",
                    "content-md5",
                    "content-type",
                    "expires");

    /** Fields that are about the form itself. */
    private static final Set<String> SIGNATURE =
            Set.of("x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature");

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9a-z-]+");

    private FormHeaders() {}

    static Headers of(Map<String, String> fields, long length) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        fields.forEach(
                (name, value) -> {
                    if (name.equals("acl")) {
                        put(headers, "x-amz-acl", value);
                    } else if (name.equals("tagging")) {
                        put(headers, "x-amz-tagging", tagging(value));
                    } else if (SAME.contains(name)
                            || (name.startsWith("x-amz-") && !SIGNATURE.contains(name))) {
                        put(headers, name, value);
                    }
                });
        put(headers, "content-length", Long.toString(length));
        return Headers.of(headers);
    }

    /** What is a header later must be one: a line's end would begin another. */
    private static void put(Map<String, List<String>> headers, String name, String value) {
        boolean plain = value.chars().noneMatch(c -> c < ' ' || c == 0x7f);
        if (!plain || !NAME.matcher(name).matches()) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "A field of the form is no valid header.")
                    .with("ArgumentName", name);
        }
        headers.put(name, List.of(Headers.toLatin1(value)));
    }

    private static String tagging(String document) {
        byte[] xml = document.getBytes(StandardCharsets.UTF_8);
        return Tags.read(XmlReader.parse(xml, "Tagging"), Tags.TaggedResource.OBJECT)
                .values()
                .entrySet()
                .stream()
                .map(
                        tag ->
                                PercentCoding.encode(tag.getKey())
                                        + "="
                                        + PercentCoding.encode(tag.getValue()))
                .collect(Collectors.joining("&"));
    }
}
