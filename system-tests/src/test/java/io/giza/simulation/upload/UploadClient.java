package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.AbortResult;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.GatewayServices;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.read.ByteTarget;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Clients of uploads in one bucket; what they were told goes to an oracle. */
final class UploadClient {
    /** How many keys there are. */
    static final int KEYS = 2;

    private static final int PARTS = 3;

    /** How often a write of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private static final int[] SIZES = {20, 60, 300, 1500};

    private final Account account;
    private final String bucket;
    private final UploadOracle oracle;
    private final Map<String, Integer> ends;
    private int texts;

    /** Makes clients that count in {@code ends} how their operations ended. */
    UploadClient(Account account, String bucket, UploadOracle oracle, Map<String, Integer> ends) {
        this.account = account;
        this.bucket = bucket;
        this.oracle = oracle;
        this.ends = ends;
    }

    Target target(String key, RandomGenerator chance) {
        return new Target(account, bucket, key, OpId.random(chance));
    }

    private TextBody text(RandomGenerator chance) {
        return new TextBody("text-" + texts++, SIZES[chance.nextInt(SIZES.length)]);
    }

    void create(GatewayServices gateway, RandomGenerator chance) {
        String key = "key-" + chance.nextInt(KEYS);
        Upload upload =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.empty(),
                        account.name(),
                        Instant.EPOCH);
        var result = gateway.uploads().create(target(key, chance), upload);
        count("create", (Record) result);
        if (result instanceof UploadService.CreateResult.Created(UploadId id, var _)) {
            oracle.created(new TrackedUpload(key, id));
        }
    }

    void putPart(GatewayServices gateway, TrackedUpload upload, RandomGenerator chance) {
        int number = 1 + chance.nextInt(PARTS);
        TextBody body = text(chance);
        TrackedUpload.Attempt attempt = upload.begin(number, body);
        boolean over = upload.isKnownToBeOver();
        try {
            PartTarget part = new PartTarget(target(upload.key(), chance), upload.id(), number);
            PutResult result = gateway.uploads().putPart(part, _ -> body);
            count("part", (Record) result);
            for (int retry = 0;
                    result instanceof Failure.OutcomeUnknown && retry < RETRIES;
                    retry++) {
                result = gateway.uploads().putPart(part, _ -> body.again());
                count("part again", (Record) result);
            }
            if (result instanceof PutResult.Stored) {
                check(!over, "a part of an upload that was over was acknowledged: " + upload);
                attempt.acknowledged();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void complete(GatewayServices gateway, TrackedUpload upload, RandomGenerator chance) {
        List<TrackedUpload.Attempt> parts = upload.some(chance);
        if (parts.isEmpty()) {
            return;
        }
        WriteCondition condition =
                chance.nextBoolean() ? new WriteCondition.Absent() : new WriteCondition.None();
        TrackedUpload.Completion completion = upload.complete(parts, condition);
        CompleteRequest request =
                new CompleteRequest(
                        target(upload.key(), chance),
                        upload.id(),
                        completion.claims(),
                        condition,
                        Expected.NOTHING);
        CompleteResult result = complete(gateway, request);
        for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
            result = complete(gateway, request);
        }
        completion.ended(result);
        if (result instanceof CompleteResult.Failed(Failure.PreconditionFailed _)) {
            oracle.checkNotOwn(upload);
        }
        if (result instanceof CompleteResult.Completed && chance.nextInt(4) == 0) {
            completion.ended(complete(gateway, request));
        }
    }

    private CompleteResult complete(GatewayServices gateway, CompleteRequest request) {
        CompleteResult result = gateway.uploads().complete(request);
        count("complete", (Record) result);
        if (result instanceof CompleteResult.Failed(Failure failure)) {
            count("completion failed", (Record) failure);
        }
        return result;
    }

    private static boolean isUnknown(CompleteResult result) {
        return result instanceof CompleteResult.Failed(Failure.OutcomeUnknown _);
    }

    void abort(GatewayServices gateway, TrackedUpload upload, RandomGenerator chance) {
        upload.aborting();
        AbortResult result = gateway.uploads().abort(target(upload.key(), chance), upload.id());
        count("abort", (Record) result);
        if (result instanceof AbortResult.Aborted) {
            upload.aborted();
        }
    }

    void put(GatewayServices gateway, RandomGenerator chance) {
        TextBody body = text(chance);
        oracle.written(body);
        WriteCondition any = new WriteCondition.None();
        String key = "key-" + chance.nextInt(KEYS);
        try {
            PutRequest request = new PutRequest(target(key, chance), any, Map.of(), Map.of());
            PutResult result = gateway.objects().put(request, body);
            count("put", (Record) result);
            for (int retry = 0;
                    result instanceof Failure.OutcomeUnknown && retry < RETRIES;
                    retry++) {
                result = gateway.objects().put(request, body.again());
                count("put again", (Record) result);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(GatewayServices gateway, RandomGenerator chance) {
        Target target = target("key-" + chance.nextInt(KEYS), chance);
        DeleteRequest request = new DeleteRequest(target, new WriteCondition.None());
        DeleteResult result = gateway.objects().delete(request);
        for (int retry = 0; result instanceof Failure.OutcomeUnknown && retry < RETRIES; retry++) {
            result = gateway.objects().delete(request);
        }
    }

    /** Reads an object, and returns whether there was an answer to its end. */
    boolean get(GatewayServices gateway, GetRequest request) {
        GetResult result = gateway.objects().get(request);
        count("get", (Record) result);
        if (!(result instanceof GetResult.Found found)) {
            return result instanceof GetResult.Absent;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var object = found.object()) {
            object.writeTo(ByteTarget.of(bytes), 0, object.manifest().size());
            oracle.checkRead(object.manifest(), bytes.toByteArray());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Counts how something ended. */
    void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
