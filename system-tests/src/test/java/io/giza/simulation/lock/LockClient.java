package io.giza.simulation.lock;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.DefaultRetention;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What a client of one gateway does to versions that it and others lock. */
final class LockClient {
    private static final int[] SIZES = {20, 1500};
    private static final List<Duration> LENGTHS =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(1),
                    Duration.ofHours(7),
                    Duration.ofDays(3));

    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final LockScenario.Shared shared;
    private final InstantSource trueTime;
    private final RandomGenerator chance;

    /**
     * Makes a client.
     *
     * @param trueTime what its own clock shows, which is right
     */
    LockClient(
            SimulatedCluster cluster,
            Gateway gateway,
            LockScenario.Shared shared,
            InstantSource trueTime) {
        this.cluster = cluster;
        this.gateway = gateway;
        this.shared = shared;
        this.trueTime = trueTime;
        this.chance = gateway.surroundings().random();
    }

    /** Does something. */
    void act(String text) {
        switch (chance.nextInt(10)) {
            case 0, 1, 2 -> put(text);
            case 3, 4 -> delete();
            case 5, 6 -> retain();
            case 7 -> hold();
            case 8 -> configure();
            default -> read();
        }
    }

    private Target target(String key) {
        return new Target(cluster.account(), LockScenario.BUCKET, key, OpId.random(chance));
    }

    private void put(String text) {
        TextBody body = new TextBody(text, SIZES[chance.nextInt(SIZES.length)]);
        Target target = target("key-" + chance.nextInt(LockScenario.KEYS));
        VersionLock own =
                chance.nextInt(3) == 0
                        ? VersionLock.NONE.withRetention(Optional.of(retention()))
                        : VersionLock.NONE;
        if (own.retention().isEmpty()) {
            shared.promised().ifPresent(each -> shared.oracle().notePut(target.op(), each, now()));
        }
        PutRequest request =
                new PutRequest(
                        target,
                        new WriteCondition.None(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        own,
                        EncryptionRequest.BY_BUCKET,
                        Optional.empty());
        try {
            PutResult result = gateway.objects().put(request, body);
            shared.count("put", result);
            if (result instanceof PutResult.Stored) {
                shared.oracle().noteAnswered(target.op());
            }
            if (result
                    instanceof
                    PutResult.Stored(
                            var _,
                            VersionId id,
                            Optional<VersionName> name,
                            var _,
                            boolean _)) {
                name.ifPresent(each -> shared.versions().add(new Version(target.key(), id, each)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A version that was put and acknowledged. */
    record Version(String key, VersionId id, VersionName name) {}

    private Optional<Version> any() {
        List<Version> versions = shared.versions();
        return versions.isEmpty()
                ? Optional.empty()
                : Optional.of(versions.get(chance.nextInt(versions.size())));
    }

    private Retention retention() {
        return new Retention(
                RetentionMode.values()[chance.nextInt(2)],
                now().plus(LENGTHS.get(chance.nextInt(LENGTHS.size()))));
    }

    private Instant now() {
        return trueTime.instant();
    }

    private void delete() {
        if (any().isEmpty()) {
            return;
        }
        Version version = any().get();
        Target target = target(version.key());
        boolean bypasses = bypasses(target);
        DeleteResult result =
                gateway.objects()
                        .delete(
                                new DeleteRequest(
                                        target,
                                        version.name(),
                                        new WriteCondition.None(),
                                        bypasses));
        shared.count("delete", result);
    }

    private boolean bypasses(Target target) {
        boolean bypasses = chance.nextInt(3) == 0;
        if (bypasses) {
            shared.oracle().noteBypass(target.op());
        }
        return bypasses;
    }

    private void retain() {
        Optional<Retention> retention =
                chance.nextInt(4) == 0 ? Optional.empty() : Optional.of(retention());
        change("retain", new LockRequest.OfRetention(retention));
    }

    private void hold() {
        LegalHold hold = chance.nextBoolean() ? LegalHold.ON : LegalHold.OFF;
        change("hold", new LockRequest.OfHold(hold));
    }

    private void change(String what, LockRequest.Change change) {
        if (any().isEmpty()) {
            return;
        }
        Version version = any().get();
        Target target = target(version.key());
        boolean bypasses = bypasses(target);
        TagResult result =
                gateway.objects().lock(new LockRequest(target, version.name(), change, bypasses));
        shared.count(what, result);
        if (result instanceof TagResult.Tagged) {
            shared.oracle().checkChosen(version.key(), target.op());
        }
    }

    /** Of two changes at once nobody knows which one is the last. */
    private void configure() {
        Optional<DefaultRetention> next =
                chance.nextInt(3) == 0
                        ? Optional.empty()
                        : Optional.of(
                                new DefaultRetention(
                                        RetentionMode.values()[chance.nextInt(2)],
                                        1 + chance.nextInt(2),
                                        DefaultRetention.Unit.DAYS));
        shared.configure(gateway, cluster.account(), next);
    }

    private void read() {
        if (any().isEmpty()) {
            return;
        }
        Version version = any().get();
        int since = shared.oracle().chosen(version.key());
        GetResult result =
                gateway.objects().get(new GetRequest(target(version.key()), version.name(), false));
        shared.count("read", result);
        if (result instanceof GetResult.Found found) {
            try (var object = found.object()) {
                shared.oracle()
                        .checkRead(
                                version.key(),
                                version.id().putId(),
                                object.manifest().lock(),
                                since);
            }
        }
    }
}
