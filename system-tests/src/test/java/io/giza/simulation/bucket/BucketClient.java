package io.giza.simulation.bucket;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.HeldAttempts;
import io.giza.simulation.cluster.HeldAttempts.Held;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/** Clients of one bucket that comes and goes, and what they were told of it. */
final class BucketClient {
    private static final String BUCKET = "bucket";
    private static final ObjectKey ROW = ObjectKey.ofBucketRecord(BUCKET);
    private static final int HELD_ONE_IN = 3;

    /** How far the clocks of clients are off. */
    private static final int SKEW_SECONDS = 10;

    private final SimulatedCluster cluster;
    private final BucketOracle buckets;
    private final RandomGenerator random;
    private final Account account;
    private final HeldAttempts<Gateway> attempts;
    private final Map<String, OpId> written = new HashMap<>();
    private final Map<OpId, String> shown = new LinkedHashMap<>();
    private final Map<OpId, String> acknowledged =
            new TreeMap<>((left, right) -> left.value().compareTo(right.value()));
    private final Map<String, Integer> ends = new TreeMap<>();

    BucketClient(SimulatedCluster cluster, RandomGenerator random) {
        this.cluster = cluster;
        this.buckets = new BucketOracle(cluster.oracle(), BUCKET);
        this.random = random;
        this.account = cluster.account();
        this.attempts = new HeldAttempts<>(cluster.oracle());
    }

    /** Returns how often operations ended how. */
    Map<String, Integer> ends() {
        return ends;
    }

    /** Compares all that was told with what came of it in the end. */
    void checkAll() {
        buckets.checkNoneIsLost(acknowledged);
        buckets.checkNoneWasShown(shown);
    }

    void create(Gateway gateway) {
        CreateResult result =
                ask(
                        gateway,
                        "create",
                        (through, operation) ->
                                through.buckets().create(account, BUCKET, operation));
        if (result instanceof CreateResult.Created created) {
            check(
                    buckets.states(created.bucket().id()).contains(BucketRecord.State.ACTIVE),
                    "not created");
        }
    }

    void delete(Gateway gateway) {
        long askedAt = cluster.oracle().now();
        RemoveResult result =
                ask(
                        gateway,
                        "delete",
                        (through, operation) ->
                                through.buckets().delete(account, BUCKET, operation));
        if (result instanceof RemoveResult.Deleted) {
            check(
                    buckets.bucketIds().stream()
                            .anyMatch(
                                    id -> buckets.states(id).contains(BucketRecord.State.DELETED)),
                    "no life of the bucket has ended");
        }
        if (result instanceof RemoveResult.Absent) {
            buckets.checkWasAbsent(askedAt, "a deletion");
        }
    }

    /** Asks for an operation, sometimes by a retry whose first attempt is delayed. */
    private <T> T ask(
            Gateway gateway, String what, BiFunction<Gateway, ClientOperation, T> operation) {
        RandomGenerator chance = gateway.surroundings().random();
        boolean isHeld = chance.nextInt(HELD_ONE_IN) == 0;
        Duration ahead = Duration.ofSeconds(chance.nextInt(-SKEW_SECONDS, SKEW_SECONDS));
        ClientOperation first = ClientRetry.first(gateway.surroundings(), ahead);
        Optional<Held<Gateway>> held =
                isHeld
                        ? Optional.of(
                                attempts.hold(
                                        ROW,
                                        first.id(),
                                        through ->
                                                count(
                                                        "late " + what,
                                                        (Record) operation.apply(through, first))))
                        : Optional.empty();
        T result = operation.apply(gateway, isHeld ? ClientRetry.of(first) : first);
        count(what, (Record) result);
        if (!(result instanceof Unavailable)) {
            held.ifPresent(Held::answered);
        }
        return result;
    }

    /** Perhaps delivers a delayed attempt to a gateway. */
    void letArrive(Gateway gateway) {
        attempts.arrive(gateway, gateway.surroundings().random());
    }

    void put(Gateway gateway, String key, String text, RandomGenerator chance) {
        TextBody body = new TextBody(text, chance.nextBoolean() ? 20 : 300);
        OpId op = OpId.random(chance);
        written.put(body.etag(), op);
        long askedAt = cluster.oracle().now();
        try {
            PutResult result =
                    gateway.objects()
                            .put(
                                    new PutRequest(
                                            new Target(account, BUCKET, key, op),
                                            new WriteCondition.None(),
                                            Map.of(),
                                            Map.of()),
                                    body);
            count("put", (Record) result);
            if (result instanceof PutResult.Stored) {
                acknowledged.put(op, key);
            }
            if (result instanceof Failure.NoSuchBucket) {
                buckets.checkWasAbsent(askedAt, "a put");
                create(gateway);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes an object, so that the bucket can be deleted again. */
    void empty(Gateway gateway, String key, RandomGenerator chance) {
        Target target = new Target(account, BUCKET, key, OpId.random(chance));
        long askedAt = cluster.oracle().now();
        DeleteResult result =
                gateway.objects().delete(new DeleteRequest(target, new WriteCondition.None()));
        count("empty", (Record) result);
        if (result instanceof Failure.NoSuchBucket) {
            buckets.checkWasAbsent(askedAt, "a delete");
        }
        if (result instanceof DeleteResult.Done) {
            buckets.checkWasOpen(askedAt, "a delete");
        }
    }

    void get(Gateway gateway, String key) {
        Target target = new Target(account, BUCKET, key, OpId.random(random));
        long askedAt = cluster.oracle().now();
        GetResult result = gateway.objects().get(new GetRequest(target, true));
        count("get", (Record) result);
        switch (result) {
            case GetResult.Found(var object) -> {
                buckets.checkWasOpen(askedAt, "a get");
                show(object.manifest(), key);
                object.close();
            }
            case GetResult.Absent _ -> buckets.checkWasOpen(askedAt, "a get");
            case Failure.NoSuchBucket _ -> buckets.checkWasAbsent(askedAt, "a get");
            default -> {}
        }
    }

    void list(Gateway gateway) {
        long askedAt = cluster.oracle().now();
        ListResult result =
                gateway.objects().list(new ListRequest(account, BUCKET, "", "", "", 1000));
        count("list", (Record) result);
        if (result instanceof Failure.NoSuchBucket) {
            buckets.checkWasAbsent(askedAt, "a list");
        }
        if (result instanceof ListResult.Page page) {
            buckets.checkWasOpen(askedAt, "a list");
            page.objects().forEach(each -> show(each.manifest(), each.key()));
        }
    }

    void find(Gateway gateway) {
        long askedAt = cluster.oracle().now();
        FindResult result = gateway.buckets().find(account, BUCKET);
        count("find", (Record) result);
        if (result instanceof FindResult.Absent) {
            buckets.checkWasAbsent(askedAt, "who asks for the bucket");
        }
        if (result instanceof FindResult.Found) {
            buckets.checkWasOpen(askedAt, "who asks for the bucket");
        }
    }

    private void show(Manifest manifest, String key) {
        shown.put(Objects.requireNonNull(written.get(manifest.etag())), key);
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
