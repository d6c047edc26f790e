package io.giza.simulation.lifecycle;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.VersionName;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.gc.GarbageOracle;
import io.giza.stripe.read.ByteTarget;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What a client of one gateway does to a bucket that has a lifecycle. */
final class LifecycleClient {
    private static final int[] SIZES = {20, 300, 1500};

    /** How often a write of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final LifecycleOracle account;
    private final GarbageOracle garbage;
    private final Map<String, Integer> ends;
    private final RandomGenerator chance;
    private final List<Version> versions = new ArrayList<>();

    /** A version that was put and acknowledged. */
    private record Version(String key, VersionName name) {}

    LifecycleClient(
            SimulatedCluster cluster,
            Gateway gateway,
            LifecycleOracle account,
            GarbageOracle garbage,
            Map<String, Integer> ends) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.account = account;
        this.garbage = garbage;
        this.ends = ends;
        this.chance = gateway.surroundings().random();
    }

    /** Does something. */
    void act(String text) {
        Target target = target("key-" + chance.nextInt(LifecycleScenario.KEYS));
        TextBody body = new TextBody(text, SIZES[chance.nextInt(SIZES.length)]);
        switch (chance.nextInt(10)) {
            case 0 -> delete(new DeleteRequest(target, new WriteCondition.None()));
            case 1, 2 -> deleteVersion();
            case 3, 4 -> upload(target, body, chance.nextInt(3) == 0);
            default -> put(target, body);
        }
    }

    private Target target(String key) {
        return new Target(cluster.account(), LifecycleScenario.BUCKET, key, OpId.random(chance));
    }

    private void put(Target target, TextBody body) {
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        garbage.written(body);
        try {
            PutResult result = gateway.objects().put(request, body);
            count("put", result);
            for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
                result = gateway.objects().put(request, body.again());
                count("put again", result);
            }
            if (result instanceof PutResult.Stored stored) {
                stored.version().ifPresent(name -> versions.add(new Version(target.key(), name)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void deleteVersion() {
        if (versions.isEmpty()) {
            return;
        }
        Version version = versions.get(chance.nextInt(versions.size()));
        delete(new DeleteRequest(target(version.key()), version.name(), new WriteCondition.None()));
    }

    private void delete(DeleteRequest request) {
        account.deletes(request.target().op());
        DeleteResult result = gateway.objects().delete(request);
        count("delete", result);
        for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
            result = gateway.objects().delete(request);
            count("delete again", result);
        }
    }

    private static boolean isUnknownCompletion(CompleteResult result) {
        return result instanceof CompleteResult.Failed(Failure failure) && isUnknown(failure);
    }

    private static boolean isUnknown(Object result) {
        return result instanceof Failure.OutcomeUnknown;
    }

    /** Uploads an object that nobody else writes. */
    void uploadAlone(String text) {
        upload(target("alone"), new TextBody(text, 300), true);
    }

    private void upload(Target target, TextBody body, boolean completes) {
        Upload upload =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.empty(),
                        cluster.account().name(),
                        gateway.surroundings().time().instant());
        if (!(gateway.uploads().create(target, upload)
                instanceof CreateResult.Created(UploadId id, var _))) {
            return;
        }
        garbage.written(body);
        try {
            PutResult part =
                    gateway.uploads()
                            .putPart(new PartTarget(target(target.key()), id, 1), _ -> body);
            count("part", part);
            if (part instanceof PutResult.Stored && completes) {
                complete(target(target.key()), id, body);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void complete(Target target, UploadId id, TextBody body) {
        CompleteRequest request =
                new CompleteRequest(
                        target,
                        id,
                        List.of(new DeclaredPart(1, body.etag(), Map.of())),
                        new WriteCondition.None(),
                        Expected.NOTHING);
        CompleteResult result = gateway.uploads().complete(request);
        count("complete", result);
        for (int retry = 0; isUnknownCompletion(result) && retry < RETRIES; retry++) {
            result = gateway.uploads().complete(request);
            count("complete again", result);
        }
        if (result instanceof CompleteResult.Completed completed) {
            ObjectKey key = new ObjectKey(account.bucket(), target.key());
            check(
                    cluster.oracle().isChosen(key, completed.id().putId()),
                    "completed and not chosen: " + completed);
        }
    }

    /** Reads what is left of an object in the end. */
    void checkRead(ObjectKey key) {
        Optional<LiveVersion> newest = account.newest(key);
        GetResult result = gateway.objects().get(new GetRequest(target(key.name()), true));
        if (newest.isEmpty()) {
            check(result instanceof GetResult.Absent, "it is over and read: " + key + result);
            return;
        }
        check(result instanceof GetResult.Found, "it is not due and not there: " + key + result);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var object = ((GetResult.Found) result).object()) {
            String etag = newest.get().manifest().etag();
            check(object.manifest().etag().equals(etag), "another version is read: " + key);
            object.writeTo(ByteTarget.of(bytes), 0, object.manifest().size());
            check(bytes.size() == newest.get().manifest().size(), "cut off: " + key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void count(String what, Object end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
