package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.HeldAttempts.Held;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.check.RegisterHistory.Call;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A client of one gateway that records what it asked for and what it was told. */
public final class ObjectClient {
    private static final int[] SIZES = {20, 60, 64, 300, 511, 512, 700, 1024, 2048, 2049, 5000};

    /** How often a write of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private static final int HELD_ONE_IN = 8;

    private final ObjectService objects;
    final RandomGenerator random;
    final SharedObjects shared;
    private final boolean tellsAttempts;
    private final Supplier<Instant> clock;
    final Map<String, String> seen = new HashMap<>();
    private final ReadClient reads;

    public ObjectClient(ObjectService objects, RandomGenerator random, SharedObjects shared) {
        this(objects, random, shared, false, () -> Instant.MAX);
    }

    /**
     * A client of a gateway.
     *
     * @param tellsAttempts whether it says which attempts are retries; else any may be one
     * @param clock the clock of its signatures
     */
    public ObjectClient(
            ObjectService objects,
            RandomGenerator random,
            SharedObjects shared,
            boolean tellsAttempts,
            Supplier<Instant> clock) {
        this.objects = objects;
        this.random = random;
        this.shared = shared;
        this.tellsAttempts = tellsAttempts;
        this.clock = clock;
        this.reads = new ReadClient(objects, random, shared, seen);
    }

    /**
     * Puts, deletes, gets or lists.
     *
     * @param text the text of a put
     */
    public void act(String key, String text, RandomGenerator chance) {
        switch (chance.nextInt(11)) {
            case 0, 1, 2, 3 -> put(key, text);
            case 4 -> putIf(key, text);
            case 5, 6 -> delete(key);
            case 7 -> list();
            default -> get(key);
        }
    }

    /** Puts an object. */
    public void put(String key, String text) {
        put(key, text, new WriteCondition.None());
    }

    /** Puts an object if it is as it was when last seen, or if there is none. */
    public void putIf(String key, String text) {
        put(key, text, asSeen(key, text));
    }

    /**
     * Copies an object, if the copy's key is as it was when last seen; or in any case.
     *
     * @param reading where the task runs that reads the source
     */
    void copy(String from, String to, String text, Surroundings reading) {
        WriteCondition condition =
                random.nextInt(4) == 0 ? asSeen(to, text) : new WriteCondition.None();
        new CopyClient(this, objects, reading).copy(from, to, text, condition);
    }

    /** What is there is as it was when last seen, or is anything else. */
    private WriteCondition asSeen(String key, String text) {
        String etag = seen.get(key);
        return etag == null ? new WriteCondition.Absent() : condition(text, etag);
    }

    private static WriteCondition condition(String text, String etag) {
        return switch (Math.floorMod(text.hashCode(), 3)) {
            case 0 -> new WriteCondition.Matches(etag);
            case 1 -> new WriteCondition.Matches(List.of("another", etag));
            default -> new WriteCondition.Differs(List.of("another", etag));
        };
    }

    private void put(String key, String text, WriteCondition condition) {
        TextBody body = new TextBody(text, SIZES[random.nextInt(SIZES.length)]);
        shared.bodies.put(body.etag(), new SharedObjects.Body(text, body.bytes()));
        Target target = target(key);
        PutRequest request = new PutRequest(target, condition, Map.of(), Map.of());
        long askedAt = shared.oracle.now();
        Call call = shared.history(key).put(text);
        Optional<Held<ObjectService>> held =
                heldBack(target, through -> late(through, request, body));
        PutRequest retry = new PutRequest(ClientRetry.of(target), condition, Map.of(), Map.of());
        PutResult result = put(held.isPresent() ? retry : request, body);
        int retries = RETRIES;
        boolean unknown = held.isPresent();
        for (; result instanceof Failure.OutcomeUnknown && retries > 0; retries--) {
            unknown = true;
            result = put(retry, body);
        }
        switch (result) {
            case PutResult.Stored stored -> {
                call.acknowledged();
                held.ifPresent(Held::answered);
                check(stored.manifest().etag().equals(body.etag()), "wrong etag: " + stored);
                seen.put(key, body.etag());
                if (!unknown && isOverwritten(key, target, condition, askedAt)) {
                    break;
                }
                shared.acknowledged.add(new SharedObjects.Left(row(key), target.op()));
                if (unknown) {
                    shared.oracle.checkDecodable(row(key), target.op());
                } else {
                    shared.oracle.checkDurable(row(key), target.op());
                }
                shared.oracle.checkConditionHeld(row(key), target.op(), condition);
                repeat(retry, body, held.isEmpty());
            }
            case Failure failure ->
                    failed(
                            new PendingWrite(call, target, condition, askedAt, unknown, held),
                            failure);
        }
    }

    /** Sometimes delays a first attempt, so that the client retries before it arrives. */
    Optional<Held<ObjectService>> heldBack(Target target, Consumer<ObjectService> first) {
        boolean isHeld = tellsAttempts && random.nextInt(HELD_ONE_IN) == 0;
        return isHeld
                ? Optional.of(shared.held.hold(row(target.key()), target.op(), first))
                : Optional.empty();
    }

    private void late(ObjectService through, PutRequest first, TextBody body) {
        try {
            shared.count("late put", (Record) through.put(first, body.again()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Perhaps delivers a delayed attempt to this client's gateway. */
    public void letArrive() {
        shared.held.arrive(objects, random);
    }

    /** Delivers all delayed attempts to this client's gateway. */
    void letAllArrive() {
        shared.held.arriveAll(objects);
    }

    /**
     * Tells whether a put succeeded without a version, since another wrote over it before. It is in
     * no log to be found by a retry, of which a client that had its answer has no need.
     */
    boolean isOverwritten(String key, Target target, WriteCondition condition, long askedAt) {
        boolean may = tellsAttempts && condition instanceof WriteCondition.None;
        if (!may || shared.oracle.isChosen(row(key), target.op())) {
            return false;
        }
        shared.oracle.checkOverwritten(row(key), askedAt);
        shared.overwritten.add(new SharedObjects.Left(row(key), target.op()));
        shared.ends.merge("put overwritten", 1, Integer::sum);
        return true;
    }

    private PutResult put(PutRequest request, TextBody body) {
        try {
            PutResult result = objects.put(request, body.again());
            shared.count("put", (Record) result);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sometimes repeats a successful put, or puts another body under its identity.
     *
     * @param mayPutElse false if an attempt is delayed: its versions would include the other body
     */
    private void repeat(PutRequest request, TextBody body, boolean mayPutElse) {
        switch (random.nextInt(8)) {
            case 0 -> {
                PutResult result = put(request, body);
                check(
                        result instanceof PutResult.Stored
                                || result instanceof Failure.OutcomeUnknown
                                || result instanceof Failure.Unavailable
                                || result instanceof Failure.ConditionUndecided,
                        "what succeeded is refused to its retry: " + result);
            }
            case 1 -> {
                if (mayPutElse) {
                    putElse(request, body.text() + "-else");
                }
            }
            default -> {}
        }
    }

    private void putElse(PutRequest request, String text) {
        String key = request.target().key();
        TextBody other = new TextBody(text, SIZES[random.nextInt(SIZES.length)]);
        shared.bodies.put(other.etag(), new SharedObjects.Body(text, other.bytes()));
        Call call = shared.history(key).put(text);
        PutRequest unconditional =
                new PutRequest(request.target(), new WriteCondition.None(), Map.of(), Map.of());
        switch (put(unconditional, other)) {
            case PutResult.Stored stored -> {
                check(stored.manifest().etag().equals(other.etag()), "not stored: " + stored);
                call.acknowledged();
            }
            case Failure.Busy _, Failure.Unavailable _ -> call.hadNoEffect();
            case Failure.OutcomeUnknown _ -> {}
            case Failure failure -> throw new AssertionError("an unconditional put: " + failure);
        }
    }

    /** Deletes an object. */
    public void delete(String key) {
        Target target = target(key);
        String etag = seen.get(key);
        WriteCondition condition =
                etag == null || random.nextBoolean()
                        ? new WriteCondition.None()
                        : new WriteCondition.Matches(etag);
        long askedAt = shared.oracle.now();
        Call call = shared.history(key).delete();
        Optional<Held<ObjectService>> held =
                heldBack(
                        target,
                        through ->
                                shared.count(
                                        "late delete",
                                        (Record)
                                                through.delete(
                                                        new DeleteRequest(target, condition))));
        DeleteResult result = delete(held.isPresent() ? ClientRetry.of(target) : target, condition);
        int retries = RETRIES;
        boolean unknown = held.isPresent();
        for (; result instanceof Failure.OutcomeUnknown && retries > 0; retries--) {
            unknown = true;
            result = delete(ClientRetry.of(target), condition);
        }
        switch (result) {
            case DeleteResult.Done _ -> {
                call.acknowledged();
                held.ifPresent(Held::answered);
                shared.oracle.checkConditionHeld(row(key), target.op(), condition);
                seen.remove(key);
            }
            case Failure failure ->
                    failed(
                            new PendingWrite(call, target, condition, askedAt, unknown, held),
                            failure);
        }
    }

    private DeleteResult delete(Target target, WriteCondition condition) {
        DeleteResult result = objects.delete(new DeleteRequest(target, condition));
        shared.count("delete", (Record) result);
        return result;
    }

    void failed(PendingWrite write, Failure failure) {
        if (write.failed(failure, shared)) {
            seen.remove(write.target().key());
        }
    }

    /** Gets an object; false if there was no answer. */
    public boolean get(String key) {
        return reads.get(key);
    }

    /** Lists the bucket; false if there was no answer. */
    public boolean list() {
        return reads.list();
    }

    Target target(String key) {
        return new Target(
                shared.account,
                ObjectScenario.BUCKET,
                key,
                new ClientOperation(OpId.random(random), !tellsAttempts, clock.get()));
    }

    ObjectKey row(String key) {
        return new ObjectKey(shared.bucket, key);
    }
}
