package io.giza.gateway.s3.object;

import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.VersionName;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The tags of objects: PutObjectTagging, GetObjectTagging and DeleteObjectTagging. */
public final class TaggingHandler {
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;

    private final ObjectService objects;

    public TaggingHandler(ObjectService objects) {
        this.objects = objects;
    }

    /**
     * PutObjectTagging: the tags take the place of all that the version had.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, or MethodNotAllowed for a delete marker
     */
    public void put(Call call, Reply reply) throws IOException {
        Tags tags =
                call.read(
                        call.body(MAX_DOCUMENT_BYTES),
                        bytes ->
                                Tags.read(
                                        XmlReader.parse(bytes, "Tagging"),
                                        Tags.TaggedResource.OBJECT));
        change(call, reply, tags.values());
        reply.empty(200);
    }

    /** DeleteObjectTagging: leaves the version without tags. */
    public void delete(Call call, Reply reply) {
        change(call, reply, Map.of());
        reply.empty(204);
    }

    private void change(Call call, Reply reply, Map<String, String> tags) {
        VersionName version = VersionIds.requested(call.query());
        switch (objects.tag(new TagRequest(call.target(), version, tags))) {
            case TagResult.Tagged(Optional<VersionName> tagged) ->
                    VersionIds.addHeader(reply, tagged);
            case TagResult.Absent(Optional<VersionName> marker) -> throw absent(call, marker);
            case TagResult.Marker() -> throw marker(call);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /** GetObjectTagging. */
    public void get(Call call, Reply reply) throws IOException {
        VersionName version = VersionIds.requested(call.query());
        switch (objects.get(new GetRequest(call.target(), version, false))) {
            case GetResult.Found(OpenObject object) -> {
                try (object) {
                    VersionIds.addHeader(reply, object.version());
                    reply.xml(200, Tags.of(object.manifest().tags()).document());
                }
            }
            case GetResult.Absent(Optional<VersionName> marker) -> throw absent(call, marker);
            case GetResult.Marker() -> throw marker(call);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    static S3Exception absent(Call call, Optional<VersionName> marker) {
        VersionName version = VersionIds.requested(call.query());
        return version == null
                ? VersionIds.withDeleteMarker(Failures.noSuchKey(call.resource()), marker)
                : VersionIds.noSuchVersion(version.toString());
    }

    static S3Exception marker(Call call) {
        return new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                .with("Method", call.request().method())
                .withHeader(VersionIds.MARKER_HEADER, "true");
    }
}
