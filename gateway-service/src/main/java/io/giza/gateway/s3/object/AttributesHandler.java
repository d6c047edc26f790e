package io.giza.gateway.s3.object;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.encryption.CustomerKeyHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ChecksumTypes;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.VersionName;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** GetObjectAttributes. */
public final class AttributesHandler {
    private static final String ATTRIBUTES = "x-amz-object-attributes";
    private static final String MAX_PARTS = "x-amz-max-parts";
    private static final String MARKER = "x-amz-part-number-marker";
    private static final Set<String> KNOWN =
            Set.of("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize");
    private static final int MAX = 1000;

    private final ObjectService objects;
    private final Buckets buckets;

    public AttributesHandler(ObjectService objects, Buckets buckets) {
        this.objects = objects;
        this.buckets = buckets;
    }

    /**
     * Answers the attributes that the request names; at most 1,000 parts at a time.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, MethodNotAllowed for a delete marker,
     *     InvalidRequest if no attribute is named, InvalidArgument for an unknown one
     */
    public void read(Call call, Reply reply) throws IOException {
        Set<String> wanted = buckets.validatedAfterBucket(call, () -> wanted(call.headers()));
        VersionName version = VersionIds.requested(call.query());
        GetRequest request =
                new GetRequest(
                        call.target(),
                        version,
                        false,
                        CustomerKeyHeaders.OBJECT.read(call.headers()),
                        call.access().object());
        switch (objects.get(request)) {
            case GetResult.Found(OpenObject object) -> {
                try (object) {
                    answer(call, reply, object, wanted);
                }
            }
            case GetResult.Absent(var marker) ->
                    throw call.access()
                            .object()
                            .absent(
                                    version == null
                                            ? VersionIds.withDeleteMarker(
                                                    Failures.noSuchKey(call.resource()), marker)
                                            : VersionIds.noSuchVersion(version.toString()));
            case GetResult.Marker() ->
                    throw call.access()
                            .object()
                            .absent(
                                    new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                                            .with("Method", call.request().method())
                                            .withHeader("x-amz-delete-marker", "true"));
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    private static Set<String> wanted(Headers headers) {
        Set<String> wanted =
                Arrays.stream(headers.value(ATTRIBUTES).orElse("").split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toSet());
        if (wanted.isEmpty()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The "
                            + ATTRIBUTES
                            + " header specifying the attributes to be retrieved is either missing"
                            + " or empty");
        }
        if (!KNOWN.containsAll(wanted)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid attribute name specified.")
                    .with("ArgumentName", ATTRIBUTES);
        }
        return wanted;
    }

    private static void answer(Call call, Reply reply, OpenObject object, Set<String> wanted)
            throws IOException {
        Manifest manifest = object.manifest();
        XmlWriter document = XmlWriter.document("GetObjectAttributesResponse");
        if (wanted.contains("ETag")) {
            document.element("ETag", manifest.etag());
        }
        if (wanted.contains("Checksum") && !manifest.checksums().isEmpty()) {
            document.open("Checksum");
            manifest.checksums()
                    .forEach(
                            (name, value) ->
                                    document.element(
                                            ChecksumAlgorithm.ofStored(name).element(),
                                            withoutPartCount(value)));
            document.element("ChecksumType", ChecksumTypes.of(manifest.checksums()).name()).close();
        }
        if (wanted.contains("ObjectParts") && manifest.partCount().isPresent()) {
            parts(call, document, object);
        }
        if (wanted.contains("StorageClass")) {
            document.element("StorageClass", ObjectHeaders.storageClass(manifest.headers()));
        }
        if (wanted.contains("ObjectSize")) {
            document.element("ObjectSize", Long.toString(manifest.size()));
        }
        VersionIds.addHeader(reply, object.version());
        reply.header("Last-Modified", ObjectHeaders.httpDate(manifest.created()))
                .xml(200, document);
    }

    /** A checksum of checksums ends in the number of parts, which S3 tells everywhere but here. */
    private static String withoutPartCount(String checksum) {
        int hyphen = checksum.indexOf('-');
        return hyphen < 0 ? checksum : checksum.substring(0, hyphen);
    }

    /** S3 tells of the parts themselves only where they have checksums; of their number, always. */
    private static void parts(Call call, XmlWriter document, OpenObject object) throws IOException {
        int limit = number(call.headers(), MAX_PARTS, MAX);
        int after = number(call.headers(), MARKER, 0);
        document.open("ObjectParts");
        if (object.parts().stream().anyMatch(part -> part.checksum().isPresent())) {
            List<Part> rest =
                    object.parts().stream().filter(part -> part.number() > after).toList();
            List<Part> page = rest.subList(0, Math.min(Math.min(limit, MAX), rest.size()));
            document.element("PartNumberMarker", Integer.toString(after));
            if (!page.isEmpty()) {
                document.element("NextPartNumberMarker", Integer.toString(page.getLast().number()));
            }
            document.element("MaxParts", Integer.toString(Math.min(limit, MAX)))
                    .element("IsTruncated", Boolean.toString(page.size() < rest.size()));
            String algorithm = object.manifest().checksums().keySet().iterator().next();
            page.forEach(part -> write(document, part, algorithm));
        }
        document.element(
                        "PartsCount", Integer.toString(object.manifest().partCount().orElseThrow()))
                .close();
    }

    private static void write(XmlWriter document, Part part, String algorithm) {
        document.open("Part").element("PartNumber", Integer.toString(part.number()));
        part.checksum()
                .ifPresent(
                        value ->
                                document.element(
                                        ChecksumAlgorithm.ofStored(algorithm).element(), value));
        document.element("Size", Long.toString(part.size())).close();
    }

    private static int number(Headers headers, String name, int defaultValue) {
        String text = headers.value(name).orElse(Integer.toString(defaultValue));
        if (!text.matches("\\d{1,9}")) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Provided " + name + " is not valid")
                    .with("ArgumentName", name)
                    .with("ArgumentValue", text);
        }
        return Integer.parseInt(text);
    }
}
