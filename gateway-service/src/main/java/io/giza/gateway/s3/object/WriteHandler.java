package io.giza.gateway.s3.object;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.VersionName;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** PutObject and DeleteObject. */
public final class WriteHandler {
    private final ObjectService objects;
    private final long maxPutBytes;

    public WriteHandler(ObjectService objects, long maxPutBytes) {
        this.objects = objects;
        this.maxPutBytes = maxPutBytes;
    }

    public void put(Call call, Reply reply) throws IOException {
        PutRequest request =
                new PutRequest(
                        call.target(),
                        condition(call.headers()),
                        ObjectHeaders.stored(call.headers()),
                        ObjectHeaders.userMetadata(call.headers()),
                        ObjectHeaders.tags(call.headers()));
        PutResult result = objects.put(request, call.objectBody(maxPutBytes));
        switch (result) {
            case PutResult.Stored stored -> {
                ObjectHeaders.checksums(reply, stored.manifest().checksums());
                VersionIds.addHeader(reply, stored.version());
                reply.header("ETag", EntityTag.quote(stored.manifest().etag())).empty(200);
            }
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    public void delete(Call call, Reply reply) {
        VersionName version = VersionIds.requested(call.query());
        WriteCondition condition = condition(call.headers());
        if (version != null && !(condition instanceof WriteCondition.None)) {
            throw Refusal.header("if-match");
        }
        DeleteResult result = objects.delete(new DeleteRequest(call.target(), version, condition));
        switch (result) {
            case DeleteResult.Done(var deleted, boolean isMarker) -> {
                VersionIds.addHeader(reply, deleted);
                if (isMarker) {
                    reply.header(VersionIds.MARKER_HEADER, "true");
                }
                reply.empty(204);
            }
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /** Only what consensus decides atomically is accepted; dates and lists are not. */
    public static WriteCondition condition(Headers headers) {
        Optional<String> ifMatch = headers.value("if-match");
        Optional<String> ifNoneMatch = headers.value("if-none-match");
        for (String dated : List.of("if-modified-since", "if-unmodified-since")) {
            if (headers.has(dated)) {
                throw Refusal.header(dated);
            }
        }
        if (ifMatch.isPresent() && ifNoneMatch.isPresent()) {
            throw Refusal.header("if-none-match");
        }
        if (ifNoneMatch.isPresent()) {
            if (!EntityTag.unquote(ifNoneMatch.get()).equals("*")) {
                throw Refusal.header("if-none-match");
            }
            return new WriteCondition.Absent();
        }
        if (ifMatch.isPresent()) {
            String etag = EntityTag.unquote(ifMatch.get());
            if (etag.contains(",") || etag.startsWith("W/")) {
                throw Refusal.header("if-match");
            }
            return new WriteCondition.Matches(etag);
        }
        return new WriteCondition.None();
    }
}
