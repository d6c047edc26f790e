package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.commit.KeyLister;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.WriteCondition;
import io.giza.gateway.upload.UploadService;
import io.giza.gateway.upload.UploadService.AbortResult;
import io.giza.gateway.upload.UploadService.CompleteRequest;
import io.giza.gateway.upload.UploadService.CompleteResult;
import io.giza.gateway.upload.UploadService.Expected;
import io.giza.gateway.upload.UploadService.PartTarget;
import io.giza.model.BucketId;
import io.giza.model.Ending;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.PoisonAge;
import io.giza.version.VersionCollection;
import io.giza.wire.ManifestCodec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Gateways that put parts, complete and abort the same few uploads, at once and against each other,
 * and die between any two steps.
 */
final class UploadScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 14;
    private static final int KEYS = 2;
    private static final int PARTS = 3;

    /** How often a write of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private static final int[] SIZES = {20, 60, 300, 1500};

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Reach reach;
    private final Account account;
    private final UploadOracle oracle;
    private final Map<String, Integer> ends = new TreeMap<>();
    private int texts;

    private UploadScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.account = cluster.account();
        this.reach = Reach.over(network, network);
        this.oracle = new UploadOracle(cluster.oracle(), bucket());
    }

    /** Runs the scenario and returns how often operations ended how. */
    static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        UploadScenario scenario = new UploadScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.cluster.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        scenario.endAll();
        return scenario.ends;
    }

    private BucketId bucket() {
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        Gateway founder =
                cluster.gateway(
                        "founder",
                        cluster.names().getFirst(),
                        Reach.over(calm, calm),
                        Patience.DEFAULT);
        while (true) {
            if (founder.buckets().create(account, BUCKET) instanceof CreateResult.Created created) {
                return created.bucket().id();
            }
        }
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        Duration pause = Duration.ofMillis(new long[] {5, 50, 300}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            groups.add(name);
            gateway.surroundings().tasks().fork("client", () -> work(gateway, pause));
            if (random.nextInt(3) == 0) {
                simulation.crashAtStep(name, random.nextLong(2500));
            }
        }
        if (random.nextBoolean()) {
            Nemesis.unleash(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(3));
        }
        groups.add("nemesis");
        simulation.join(groups.toArray(String[]::new));
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                reach,
                Patience.DEFAULT);
    }

    private void work(Gateway gateway, Duration pause) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            Optional<TrackedUpload> upload = oracle.any(chance);
            int what = chance.nextInt(20);
            if (upload.isEmpty() || what == 0) {
                create(gateway, chance);
            } else if (what < 8) {
                putPart(gateway, upload.get(), chance);
            } else if (what < 14) {
                complete(gateway, upload.get(), chance);
            } else if (what < 15) {
                abort(gateway, upload.get(), chance);
            } else if (what < 16) {
                delete(gateway, chance);
            } else if (what < 17) {
                put(gateway, chance);
            } else {
                get(gateway, new GetRequest(target("key-" + chance.nextInt(KEYS), chance), true));
            }
        }
    }

    private Target target(String key, RandomGenerator chance) {
        return new Target(account, BUCKET, key, OpId.random(chance));
    }

    private TextBody text(RandomGenerator chance) {
        return new TextBody("text-" + texts++, SIZES[chance.nextInt(SIZES.length)]);
    }

    private void create(Gateway gateway, RandomGenerator chance) {
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
        if (result instanceof UploadService.CreateResult.Created(UploadId id)) {
            oracle.created(new TrackedUpload(key, id));
        }
    }

    private void putPart(Gateway gateway, TrackedUpload upload, RandomGenerator chance) {
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

    private void complete(Gateway gateway, TrackedUpload upload, RandomGenerator chance) {
        List<TrackedUpload.Attempt> parts = upload.some(chance);
        if (parts.isEmpty()) {
            return;
        }
        WriteCondition condition =
                chance.nextInt(3) == 0 ? new WriteCondition.Absent() : new WriteCondition.None();
        TrackedUpload.Completion completion = upload.complete(parts);
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

    private CompleteResult complete(Gateway gateway, CompleteRequest request) {
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

    private void abort(Gateway gateway, TrackedUpload upload, RandomGenerator chance) {
        upload.aborting();
        AbortResult result = gateway.uploads().abort(target(upload.key(), chance), upload.id());
        count("abort", (Record) result);
        if (result instanceof AbortResult.Aborted) {
            upload.aborted();
        }
    }

    private void put(Gateway gateway, RandomGenerator chance) {
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

    private void delete(Gateway gateway, RandomGenerator chance) {
        Target target = target("key-" + chance.nextInt(KEYS), chance);
        DeleteRequest request = new DeleteRequest(target, new WriteCondition.None());
        DeleteResult result = gateway.objects().delete(request);
        for (int retry = 0; result instanceof Failure.OutcomeUnknown && retry < RETRIES; retry++) {
            result = gateway.objects().delete(request);
        }
    }

    /** Reads an object, and returns whether there was an answer to its end. */
    private boolean get(Gateway gateway, GetRequest request) {
        GetResult result = gateway.objects().get(request);
        count("get", (Record) result);
        if (!(result instanceof GetResult.Found found)) {
            return result instanceof GetResult.Absent;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var object = found.object()) {
            object.writeTo(bytes, 0, object.manifest().size());
            oracle.checkRead(object.manifest(), bytes.toByteArray());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends whatever is unfinished, as a client would that comes much later, and reads it all. */
    private void endAll() {
        RandomGenerator chance = simulation.surroundings("late").random();
        Gateway late = gateway("late", 0);
        collect(late);
        for (TrackedUpload upload : oracle.all()) {
            AbortResult result = late.uploads().abort(target(upload.key(), chance), upload.id());
            count("late abort", (Record) result);
            if (result instanceof AbortResult.Aborted) {
                upload.aborted();
            }
            for (VersionId version : oracle.check(upload)) {
                var request = new GetRequest(target(upload.key(), chance), version, true);
                check(get(late, request), "no answer: " + upload + " as " + version);
            }
        }
        for (int i = 0; i < KEYS; i++) {
            String key = "key-" + i;
            check(get(late, new GetRequest(target(key, chance), true)), "no answer: " + key);
        }
        new UploadAccount(cluster, oracle.bucket()).settle(late, ends);
        for (TrackedUpload upload : oracle.all()) {
            oracle.check(upload);
        }
        for (int i = 0; i < KEYS; i++) {
            String key = "key-" + i;
            check(get(late, new GetRequest(target(key, chance), true)), "lost: " + key);
        }
    }

    /**
     * Offers all that was sent for collection. Nobody deletes any of it, so all must be left, but
     * for what a read met before its data came and gave up.
     */
    private void collect(Gateway late) {
        VersionCollection collection =
                new VersionCollection(late.versions(), ManifestCodec.NEWEST_FORMAT);
        BucketId space = oracle.bucket().uploads();
        for (NamedRow row : rows(late, new Scan(space, "", "", true, 1000))) {
            Row whole = row.row();
            for (Entry entry : whole.log()) {
                var version =
                        new VersionId(whole.generation(), entry.version(), entry.value().id());
                ObjectKey key = new ObjectKey(space, row.name());
                VersionCollection.Outcome outcome =
                        collection.collect(key, version, PoisonAge.YOUNG);
                check(
                        outcome instanceof VersionCollection.NotDeleted
                                || isGivenUp(late, key, version),
                        "collected: " + key + ", " + version + ": " + outcome);
                count("collection", (Record) outcome);
            }
        }
    }

    private static boolean isGivenUp(Gateway late, ObjectKey key, VersionId version) {
        return late.versions()
                .latest(key)
                .flatMap(row -> late.versions().withOlder(key, row))
                .flatMap(row -> Fold.ending(row, version.version()))
                .filter(Ending.GIVEN_UP::equals)
                .isPresent();
    }

    private static List<NamedRow> rows(Gateway late, Scan scan) {
        var deadline = late.surroundings().time().after(Duration.ofMinutes(1));
        return late.metadata().lister().list(scan, deadline) instanceof KeyLister.Rows rows
                ? rows.rows()
                : List.of();
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
