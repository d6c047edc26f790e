package io.giza.gateway.s3.object;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.notify.Origin;
import io.giza.gateway.s3.body.VerifiedBody;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.exchange.WriteConditions;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.model.VersionName;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** DeleteObjects: up to 1,000 independent deletes, some at a time, each with its own result. */
public final class DeleteObjectsHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DeleteObjectsHandler.class);
    private static final int MAX_KEYS = 1000;
    private static final int MAX_DOCUMENT_BYTES = 4 << 20;

    private final ObjectService objects;
    private final Surroundings surroundings;
    private final int parallelism;
    private final Duration timeout;

    /**
     * Makes the handler.
     *
     * @param parallelism how many keys of one request are deleted at a time
     * @param timeout after which the keys without an answer are reported as failed
     */
    public DeleteObjectsHandler(
            ObjectService objects, Surroundings surroundings, int parallelism, Duration timeout) {
        this.objects = objects;
        this.surroundings = surroundings;
        this.parallelism = parallelism;
        this.timeout = timeout;
    }

    /** One key to delete. */
    private record Item(
            String key,
            Optional<String> versionId,
            Optional<String> etag,
            Optional<String> modified,
            Optional<String> size) {}

    /** How one delete ended. */
    private record Outcome(Item item, ItemResult result) {}

    /** How one delete ended. */
    private sealed interface ItemResult {}

    private record Deleted(Optional<VersionName> version, boolean isMarker) implements ItemResult {}

    private record Failed(S3Exception error) implements ItemResult {}

    /**
     * Deletes up to 1,000 objects and versions; each has its own result in the document of a 200.
     * Duplicate items are deleted once and reported as often as listed.
     *
     * @throws S3Exception MalformedXML for none or more of them, InvalidRequest without a checksum
     *     of the body
     */
    public void delete(Call call, Reply reply) throws IOException {
        VerifiedBody body = call.body(MAX_DOCUMENT_BYTES);
        if (!body.hasDeclaredChecksum()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Missing required header for this request: Content-MD5 or a checksum");
        }
        Element document = call.read(body, bytes -> XmlReader.parse(bytes, "Delete"));
        List<Item> items = document.all("Object").stream().map(DeleteObjectsHandler::item).toList();
        if (items.isEmpty() || items.size() > MAX_KEYS) {
            throw new S3Exception(S3Error.MALFORMED_XML);
        }
        boolean quiet = document.first("Quiet").orElse("").strip().equalsIgnoreCase("true");
        Map<Item, ItemResult> outcomes = deleteAll(call, items.stream().distinct().toList());
        outcomes.values().forEach(DeleteObjectsHandler::refuseWhole);
        reply.xml(200, render(call, items, outcomes, quiet));
    }

    private static Item item(Element object) {
        String key =
                object.first("Key")
                        .filter(text -> !text.isEmpty())
                        .orElseThrow(() -> new S3Exception(S3Error.MALFORMED_XML));
        return new Item(
                key,
                object.first("VersionId").filter(v -> !v.isEmpty()),
                object.first("ETag"),
                object.first("LastModifiedTime"),
                object.first("Size"));
    }

    /** A bucket that is not there is an error of the request, not of each of its keys. */
    private static void refuseWhole(ItemResult result) {
        if (result instanceof Failed(S3Exception error)
                && error.error() == S3Error.NO_SUCH_BUCKET) {
            throw error;
        }
    }

    private Map<Item, ItemResult> deleteAll(Call call, List<Item> items) {
        Inbox<Outcome> inbox = surroundings.tasks().inbox(items.size());
        AtomicInteger next = new AtomicInteger();
        for (int worker = 0; worker < Math.min(parallelism, items.size()); worker++) {
            surroundings
                    .tasks()
                    .fork(
                            "delete-objects-" + worker,
                            Origin.inherited(
                                    () -> {
                                        for (int i = next.getAndIncrement();
                                                i < items.size();
                                                i = next.getAndIncrement()) {
                                            Item item = items.get(i);
                                            inbox.put(new Outcome(item, deleteOne(call, item)));
                                        }
                                    }));
        }
        Map<Item, ItemResult> outcomes = new HashMap<>();
        Deadline deadline = surroundings.time().after(timeout);
        while (outcomes.size() < items.size()) {
            Optional<Outcome> outcome = inbox.take(deadline);
            if (outcome.isEmpty()) {
                // Keys that nobody has begun are left alone; those under way may yet be deleted.
                next.set(items.size());
                break;
            }
            outcomes.put(outcome.get().item(), outcome.get().result());
        }
        return outcomes;
    }

    private ItemResult deleteOne(Call call, Item item) {
        Resource resource = new Resource(call.resource().bucket(), item.key());
        try {
            Resource.requireShort(item.key());
            VersionName version = VersionIds.requested(item.versionId());
            call.access().requireDelete(item.key(), version != null);
            boolean bypasses = LockHeaders.bypassesGovernance(call.headers());
            WriteCondition condition =
                    WriteConditions.described(item.etag(), item.modified(), item.size());
            Target target =
                    new Target(
                            call.account(),
                            resource.bucket(),
                            resource.key(),
                            operationOf(call.operation(), item));
            return switch (objects.delete(
                    new DeleteRequest(target, version, condition, bypasses))) {
                case DeleteResult.Done(var deleted, boolean isMarker, var _) ->
                        new Deleted(deleted, isMarker);
                case Failure failure -> new Failed(Failures.toError(failure, resource));
            };
        } catch (S3Exception e) {
            return new Failed(e);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("key", item.key()).log("delete failed");
            return new Failed(new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    /** A retry of the request retries each of its deletes under the same identity. */
    private static ClientOperation operationOf(ClientOperation request, Item item) {
        OpId id =
                OpId.named(
                        List.of(
                                request.id().toString(),
                                item.key(),
                                item.versionId().map(each -> "version " + each).orElse(""),
                                item.etag().map(each -> "etag " + each).orElse(""),
                                item.modified().map(each -> "modified " + each).orElse(""),
                                item.size().map(each -> "size " + each).orElse("")));
        return request.withId(id);
    }

    private static XmlWriter render(
            Call call, List<Item> items, Map<Item, ItemResult> outcomes, boolean quiet) {
        XmlWriter document = XmlWriter.document("DeleteResult");
        for (Item item : items) {
            ItemResult result = outcomes.get(item);
            switch (result == null ? new Failed(timedOut(call, item.key())) : result) {
                case Failed(S3Exception error) -> {
                    document.open("Error").element("Key", item.key());
                    item.versionId().ifPresent(id -> document.element("VersionId", id));
                    document.element("Code", error.error().code())
                            .element("Message", error.message())
                            .close();
                }
                case Deleted deleted -> {
                    if (!quiet) {
                        write(document, item, deleted);
                    }
                }
            }
        }
        return document;
    }

    private static void write(XmlWriter document, Item item, Deleted deleted) {
        document.open("Deleted").element("Key", item.key());
        item.versionId().ifPresent(id -> document.element("VersionId", id));
        if (deleted.isMarker()) {
            document.element("DeleteMarker", "true");
            deleted.version()
                    .ifPresent(name -> document.element("DeleteMarkerVersionId", name.toString()));
        }
        document.close();
    }

    private static S3Exception timedOut(Call call, String key) {
        return Failures.unavailable(
                new Resource(call.resource().bucket(), key), "delete timed out", true);
    }
}
