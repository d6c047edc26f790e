package io.giza.simulation.event;

import io.giza.gateway.notify.Announcer;
import io.giza.gateway.notify.NotifiedObjects;
import io.giza.gateway.notify.NotifiedUploads;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.CreateResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.VersionName;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What a client of one gateway does to a bucket whose webhook is told of everything. */
final class EventClient {
    private static final int[] SIZES = {20, 300, 1500};
    private static final int RETRIES = 2;

    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final EventOracle oracle;
    private final int keys;
    private final Map<String, Integer> ends;
    private final RandomGenerator chance;
    private final ObjectService objects;
    private final UploadService uploads;
    private final List<Version> versions = new ArrayList<>();
    private final Map<String, OpId> identities = new HashMap<>();
    private String sharedKey = "";

    /** A version that was put and acknowledged. */
    private record Version(String key, VersionName name) {}

    EventClient(
            SimulatedCluster cluster,
            Gateway gateway,
            EventOracle oracle,
            int keys,
            Map<String, Integer> ends) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.oracle = oracle;
        this.keys = keys;
        this.ends = ends;
        this.chance = gateway.surroundings().random();
        Announcer announcer = EventFixture.announcer(gateway);
        this.objects = new NotifiedObjects(gateway.objects(), announcer);
        this.uploads = new NotifiedUploads(gateway.uploads(), announcer);
    }

    /** Does something. */
    void act(String text) {
        Target target = target("key-" + chance.nextInt(keys));
        TextBody body = new TextBody(text, SIZES[chance.nextInt(SIZES.length)]);
        switch (chance.nextInt(10)) {
            case 0, 1 -> delete(new DeleteRequest(target, new WriteCondition.None()));
            case 2 -> deleteVersion();
            case 3 -> upload(target, body);
            case 4 -> put(target, body, new WriteCondition.Absent());
            default -> put(target, body, new WriteCondition.None());
        }
    }

    /**
     * Returns what a change is about. Now and then it has the identity of the client's change
     * before, once: no more versions follow a record than a first attempt looks at.
     */
    private Target target(String key) {
        OpId fresh = OpId.random(chance);
        boolean isShared = !key.equals(sharedKey) && chance.nextInt(4) == 0;
        OpId identity = isShared ? identities.getOrDefault(key, fresh) : fresh;
        sharedKey = isShared ? key : "";
        identities.put(key, identity);
        return new Target(
                cluster.account(),
                EventScenario.BUCKET,
                key,
                new ClientOperation(identity, false, clock()));
    }

    private Instant clock() {
        return gateway.surroundings().time().instant().truncatedTo(ChronoUnit.SECONDS);
    }

    private void put(Target target, TextBody body, WriteCondition condition) {
        PutRequest request = new PutRequest(target, condition, Map.of(), Map.of());
        try {
            PutResult result = objects.put(request, body);
            count("put", result);
            for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
                result =
                        objects.put(
                                new PutRequest(
                                        ClientRetry.of(target), condition, Map.of(), Map.of()),
                                body.again());
                count("put again", result);
            }
            if (result instanceof PutResult.Stored stored) {
                oracle.put(target.key(), stored.record());
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
        DeleteResult result = objects.delete(request);
        count("delete", result);
        for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
            result =
                    objects.delete(
                            new DeleteRequest(
                                    ClientRetry.of(request.target()),
                                    request.version(),
                                    request.condition()));
            count("delete again", result);
        }
        if (result instanceof DeleteResult.Done done) {
            oracle.deleted(request.target().key(), done.record());
        }
    }

    private static boolean isUnknown(Object result) {
        return result instanceof Failure.OutcomeUnknown
                || (result instanceof CompleteResult.Failed(Failure failure)
                        && failure instanceof Failure.OutcomeUnknown);
    }

    private void upload(Target target, TextBody body) {
        Upload upload =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.empty(),
                        cluster.account().name(),
                        gateway.surroundings().time().instant());
        if (!(uploads.create(target, upload) instanceof CreateResult.Created(UploadId id, var _))) {
            return;
        }
        try {
            PutResult part =
                    uploads.putPart(new PartTarget(target(target.key()), id, 1), _ -> body);
            if (part instanceof PutResult.Stored) {
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
        CompleteResult result = uploads.complete(request);
        count("complete", result);
        for (int retry = 0; isUnknown(result) && retry < RETRIES; retry++) {
            result = uploads.complete(request);
            count("complete again", result);
        }
        if (result instanceof CompleteResult.Completed) {
            oracle.put(target.key(), id.completion());
        }
    }

    private void count(String what, Object end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
