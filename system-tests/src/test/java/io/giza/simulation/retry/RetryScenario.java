package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Time;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.RowCollector;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionName;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** One bucket, and one operation that is tried more than once. */
public final class RetryScenario {
    static final String BUCKET = "bucket";

    /** More than it takes to tell all data centers of what was acknowledged. */
    private static final Duration RESOLUTION_DELAY = Duration.ofSeconds(5);

    private static final int MANY = 3 * Acceptor.OPERATION_WINDOW;

    private static final int SEARCHED_BYTES = 8 << 20;

    private static final int PADDING = 100_000;

    /** What {@link #putManyOthers} and {@link #putMoreThanIsSearched} leave. */
    static final TextBody LAST_OF_MANY = new TextBody("other " + (MANY - 1), 20);

    private final Simulation simulation;
    private final Network network;
    public final SimulatedCluster cluster;
    final Account account;
    final Gateway gateway;
    private final BucketId bucket;
    OpId op;
    public String name = "key";

    /** How far the client's clock is ahead of the gateways' clocks. */
    Duration ahead = Duration.ZERO;

    public RetryScenario(Simulation simulation) {
        this.simulation = simulation;
        cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        account = cluster.account();
        gateway = gateway("gateway");
        op = OpId.random(simulation.scenario().random());
        bucket = ((CreateResult.Created) gateway.create(account, BUCKET)).bucket().id();
    }

    public Gateway gateway(String name) {
        return gateway(name, cluster.names().getFirst());
    }

    private Gateway gateway(String name, DcName dc) {
        return cluster.gateway(name, dc, Reach.over(network, network), GatewaySettings.DEFAULT);
    }

    ObjectKey key() {
        return new ObjectKey(bucket, name);
    }

    public void nextOperation() {
        op = OpId.random(gateway.surroundings().random());
    }

    /** Puts more often than acceptors look back, each time as an operation of its own. */
    void putManyOthers() {
        putOthers(MANY);
    }

    void putOthers(int count) {
        for (int i = 0; i < count; i++) {
            nextOperation();
            put("other " + i, 20);
        }
    }

    /** Puts once, and appends more records without a time than acceptors look back. */
    void deleteOften() {
        putOthers(1);
        for (int i = 0; i < MANY; i++) {
            nextOperation();
            deleteNull(target());
        }
    }

    /** Returns how many versions were chosen. */
    int versions() {
        return cluster.oracle().chosen(key()).size();
    }

    /** Puts so often that a search for an earlier attempt reads no further back. */
    void putMoreThanIsSearched() {
        Map<String, String> metadata = Map.of("padding", "x".repeat(PADDING));
        for (int i = 0; i <= SEARCHED_BYTES / PADDING; i++) {
            nextOperation();
            PutRequest request =
                    new PutRequest(target(), new WriteCondition.None(), Map.of(), metadata);
            assertThat(put(request, new TextBody("other " + (MANY - 1), 20)))
                    .isInstanceOf(PutResult.Stored.class);
        }
    }

    Target target() {
        return new Target(account, BUCKET, name, new ClientOperation(op, true, signed()));
    }

    /** Returns the date of a request that is signed now, in whole seconds by the client's clock. */
    Instant signed() {
        return now().plus(ahead).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the time of the gateway's clock. */
    Instant now() {
        return gateway.surroundings().time().instant();
    }

    /** Another client puts in another data center; returns a while after it was answered. */
    void putElsewhere(TextBody body) {
        nextOperation();
        PutRequest request =
                new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
        Gateway elsewhere = gateway("elsewhere", cluster.names().getLast());
        simulation
                .surroundings("elsewhere")
                .tasks()
                .fork(
                        "put",
                        () ->
                                assertThat(put(elsewhere, request, body))
                                        .isInstanceOf(PutResult.Stored.class));
        simulation.scenario().time().sleep(Duration.ofSeconds(2));
    }

    public PutResult put(String text, int length) {
        return put(text, length, new WriteCondition.None());
    }

    PutResult put(String text, int length, WriteCondition condition) {
        return put(
                new PutRequest(target(), condition, Map.of(), Map.of()),
                new TextBody(text, length));
    }

    /** Copies an object with that text. */
    PutResult copy(String text, int length) {
        WriteCondition condition = new WriteCondition.None();
        return put(
                new PutRequest(target(), condition, Map.of(), Map.of()).copying(),
                new TextBody(text, length));
    }

    /** Asks again for a copy whose source cannot be read. */
    PutResult copyWithoutSource() {
        return put(PutRequest.ofRepeatedCopy(target()), new ArrayBody(new byte[0]));
    }

    private PutResult put(PutRequest request, ObjectBody body) {
        return put(gateway, request, body);
    }

    private static PutResult put(Gateway through, PutRequest request, ObjectBody body) {
        try {
            return through.objects().put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts as who does not ask again; something happens before the body comes. */
    PutResult putDuring(TextBody body, Runnable interruption) {
        return putDuring(body, new WriteCondition.None(), interruption);
    }

    PutResult putDuring(TextBody body, WriteCondition condition, Runnable interruption) {
        ClientOperation first = new ClientOperation(op, false, signed());
        return putFirst(first, condition, new InterruptedBody(body, interruption));
    }

    /** Puts as who does not ask again and asked at {@code sent}. */
    PutResult putSentAt(Instant sent, TextBody body) {
        return putSentAt(sent, new WriteCondition.None(), body);
    }

    PutResult putSentAt(Instant sent, WriteCondition condition, TextBody body) {
        return putFirst(new ClientOperation(op, false, sent), condition, body);
    }

    /**
     * Puts without an identity that a retry could have, for a client that closed its connection.
     */
    PutResult putOfClientThatGaveUp(TextBody body) {
        return putFirst(
                ClientOperation.once(simulation.scenario().random()).unless(() -> true),
                new WriteCondition.None(),
                body);
    }

    PutResult putFirst(ClientOperation operation, ObjectBody body) {
        return putFirst(operation, new WriteCondition.None(), body);
    }

    private PutResult putFirst(
            ClientOperation operation, WriteCondition condition, ObjectBody body) {
        Target first = new Target(account, BUCKET, name, operation);
        PutRequest request = new PutRequest(first, condition, Map.of(), Map.of());
        try {
            return gateway.objects().put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes, as a first attempt that was signed at {@code sent}. */
    DeleteResult deleteSentAt(Instant sent) {
        return gateway.objects()
                .delete(new DeleteRequest(firstAt(sent), new WriteCondition.None()));
    }

    /** Deletes the null version. */
    DeleteResult deleteNull(Target target) {
        return gateway.objects()
                .delete(
                        new DeleteRequest(
                                target, new VersionName.Null(), new WriteCondition.None()));
    }

    /** Returns the target of a first attempt that was signed at {@code sent}. */
    Target firstAt(Instant sent) {
        return new Target(account, BUCKET, name, new ClientOperation(op, false, sent));
    }

    public DeleteResult delete(WriteCondition condition) {
        return gateway.objects().delete(new DeleteRequest(target(), condition));
    }

    /** Returns the condition that only the first attempt meets: nothing is there, or that. */
    WriteCondition sizeCondition(int size) {
        return size == 1000
                ? new WriteCondition.Absent()
                : new WriteCondition.Matches(new TextBody("mine", 1000).etag());
    }

    String etag() {
        var result = gateway.objects().get(new GetRequest(target(), false));
        try (OpenObject object = ((GetResult.Found) result).object()) {
            return object.manifest().etag();
        }
    }

    /**
     * Has a worker look at the object, once all data centers know what was acknowledged; it keeps
     * for so long what a client may ask for.
     */
    RowCollector.Outcome clean(Duration kept) {
        simulation.scenario().time().sleep(RESOLUTION_DELAY);
        RowCollector care =
                new RowCollector(
                        gateway.versions(),
                        new RowRemoval(gateway.metadata(), CommitSettings.DEFAULTS),
                        new RowPlan.AgeLimits(Duration.ofMinutes(15), kept),
                        ManifestCodec.NEWEST_FORMAT);
        return care.collect(key(), cluster.stored(cluster.names().getFirst(), key()));
    }

    /** Gets a record of the operation chosen, of which its client heard nothing. */
    void appendEarlierAttempt(Manifest.DataLocation location, TextBody body) {
        Manifest manifest =
                new Manifest(
                        location,
                        body.length(),
                        body.etag(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        gateway.surroundings().time().instant());
        Value value =
                new Value(
                        ManifestCodec.NEWEST_FORMAT,
                        PutId.random(gateway.surroundings().random()),
                        0,
                        op,
                        new Command.Put(
                                Mode.UNVERSIONED,
                                new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest)));
        Time time = gateway.surroundings().time();
        assertThat(
                        gateway.metadata()
                                .committer()
                                .append(
                                        key(),
                                        Draft.of(value),
                                        Row.ABSENT,
                                        null,
                                        time.after(Duration.ofSeconds(30))))
                .isInstanceOf(CommitResult.Committed.class);
    }
}
