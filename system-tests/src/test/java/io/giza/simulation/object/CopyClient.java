package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;
import io.giza.model.Manifest;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.HeldAttempts.Held;
import io.giza.testkit.check.RegisterHistory.Call;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/**
 * The copies of a client: each is a read of its source, and a write of its own. Its user metadata
 * hold a text of its own, which tells it apart from its source, and the text of the source.
 */
final class CopyClient {
    /** The copy's own text. */
    static final String TEXT = "text";

    /** The text of the object that was copied, which may be a copy itself. */
    static final String SOURCE = "source";

    /** The text of the put whose bytes the copy has. */
    static final String ORIGIN = "origin";

    /** How often a copy of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private final ObjectClient client;
    private final SharedObjects shared;
    private final ObjectService objects;
    private final Surroundings surroundings;

    /**
     * Copies through a gateway.
     *
     * @param surroundings where the task runs that reads the source
     */
    CopyClient(ObjectClient client, ObjectService objects, Surroundings surroundings) {
        this.client = client;
        this.shared = client.shared;
        this.objects = objects;
        this.surroundings = surroundings;
    }

    /**
     * A request to copy.
     *
     * @param etag the expected ETag of the source, if any
     */
    private record Copy(
            String from, String text, Optional<String> etag, WriteCondition condition) {}

    /** How an attempt ended. */
    private sealed interface End {}

    /** The copy was written, or not. */
    private record Put(PutResult result) implements End {}

    /** There is no such source, and no attempt copied it. */
    private record NoSource() implements End {}

    void copy(String from, String to, String text, WriteCondition condition) {
        Optional<String> etag =
                Optional.ofNullable(client.seen.get(from))
                        .filter(_ -> client.random.nextInt(4) == 0);
        Copy copy = new Copy(from, text, etag, condition);
        Target first = client.target(to);
        Target retry = ClientRetry.of(first);
        long askedAt = shared.oracle.now();
        Call read = shared.history(from).get();
        shared.copiesOf.put(text, read);
        Call call = shared.history(to).put(text);
        Optional<Held<ObjectService>> held =
                client.heldBack(first, through -> attempt(through, copy, first, "late copy"));
        boolean unknown = held.isPresent();
        End end = attempt(objects, copy, unknown ? retry : first, "copy");
        for (int retries = RETRIES; isUnknown(end) && retries > 0; retries--) {
            unknown = true;
            end = attempt(objects, copy, retry, "copy");
        }
        PendingWrite write = new PendingWrite(call, first, condition, askedAt, unknown, held);
        switch (end) {
            case Put(PutResult.Stored stored) -> stored(write, copy, stored);
            case Put(Failure failure) -> client.failed(write, failure);
            case NoSource _ -> {
                call.hadNoEffect();
                held.ifPresent(Held::answered);
                shared.oracle.checkNotOwn(client.row(to), first.op());
                if (etag.isEmpty()) {
                    read.foundNothing();
                }
            }
        }
    }

    private static boolean isUnknown(End end) {
        return end instanceof Put(Failure.OutcomeUnknown _);
    }

    private void stored(PendingWrite write, Copy copy, PutResult.Stored stored) {
        Target target = write.target();
        var row = client.row(target.key());
        write.call().acknowledged();
        write.held().ifPresent(Held::answered);
        check(
                shared.text(stored.manifest()).equals(copy.text()),
                "another copy is acknowledged: " + stored);
        client.seen.put(target.key(), stored.manifest().etag());
        if (!write.unknown()
                && client.isOverwritten(target.key(), target, write.condition(), write.since())) {
            return;
        }
        shared.acknowledged.add(new SharedObjects.Left(row, target.op()));
        if (write.unknown()) {
            shared.oracle.checkDecodable(row, target.op());
        } else {
            shared.oracle.checkDurable(row, target.op());
        }
        shared.oracle.checkConditionHeld(row, target.op(), write.condition());
        if (client.random.nextInt(4) == 0) {
            repeat(copy, ClientRetry.of(target));
        }
    }

    /** Asks again for a copy that was acknowledged, whose source may be gone by now. */
    private void repeat(Copy copy, Target retry) {
        End end = attempt(objects, copy, retry, "repeated copy");
        check(
                end instanceof Put(PutResult result)
                        && (result instanceof PutResult.Stored
                                || result instanceof Failure.OutcomeUnknown
                                || result instanceof Failure.Busy
                                || result instanceof Failure.Unavailable
                                || result instanceof Failure.ConditionUndecided),
                "a copy that succeeded is refused to its retry: " + end);
        if (end instanceof Put(PutResult.Stored stored)) {
            check(
                    shared.text(stored.manifest()).equals(copy.text()),
                    "another copy is acknowledged to a retry: " + stored);
        }
    }

    /** Reads the source and writes the copy, as the handler of CopyObject does. */
    private End attempt(ObjectService through, Copy copy, Target target, String what) {
        Target source =
                new Target(target.account(), target.bucket(), copy.from(), target.operation());
        End end =
                switch (through.get(new GetRequest(source, false))) {
                    case GetResult.Found(OpenObject object) ->
                            isWanted(copy, object)
                                    ? write(through, copy, target, object)
                                    : refused(through, target);
                    case GetResult.Absent _ -> refused(through, target);
                    case GetResult.Marker _ -> throw new AssertionError("no version was named");
                    case Failure failure -> {
                        check(
                                failure instanceof Failure.Busy
                                        || failure instanceof Failure.Unavailable,
                                "no answer for a source: " + failure);
                        yield new Put(failure);
                    }
                };
        shared.count(what, end instanceof Put(PutResult result) ? (Record) result : (Record) end);
        return end;
    }

    private static boolean isWanted(Copy copy, OpenObject object) {
        boolean isWanted = copy.etag().filter(object.manifest().etag()::equals).isPresent();
        if (copy.etag().isPresent() && !isWanted) {
            object.close();
        }
        return copy.etag().isEmpty() || isWanted;
    }

    private End write(ObjectService through, Copy copy, Target target, OpenObject source) {
        Manifest manifest = source.manifest();
        Map<String, String> metadata =
                Map.of(
                        TEXT, copy.text(),
                        SOURCE, shared.text(manifest),
                        ORIGIN, shared.body(manifest).text());
        PutRequest request = new PutRequest(target, copy.condition(), Map.of(), metadata).copying();
        try (CopiedBody body =
                new CopiedBody(surroundings, source, 0, manifest.size(), Optional.empty())) {
            return new Put(through.put(request, body));
        } catch (CopiedBody.SourceException e) {
            shared.ends.merge("copy broken off", 1, Integer::sum);
            return new Put(new Failure.Unavailable("the source broke off"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only a retry asks whether an earlier attempt copied. */
    private static End refused(ObjectService through, Target target) {
        if (!target.operation().isRetry()) {
            return new NoSource();
        }
        try {
            PutResult result =
                    through.put(PutRequest.ofRepeatedCopy(target), new ArrayBody(new byte[0]));
            return result instanceof Failure.PreconditionFailed ? new NoSource() : new Put(result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
