package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.replica.Account;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.version.VersionOracle.ReadOutcome;
import io.giza.simulation.version.VersionOracle.Span;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A client of one gateway that puts, reads and deletes the versions of one object. */
public final class VersionClient {
    private static final int[] SIZES = {20, 700, 1024, 2500};

    /** How often a write of unknown outcome is asked for again. */
    private static final int RETRIES = 2;

    private final ObjectService objects;
    private final RandomGenerator random;
    private final Account account;
    private final VersionOracle oracle;
    private final Map<String, Integer> ends;
    private int tags;

    public VersionClient(
            ObjectService objects,
            RandomGenerator random,
            Account account,
            VersionOracle oracle,
            Map<String, Integer> ends) {
        this.objects = objects;
        this.random = random;
        this.account = account;
        this.oracle = oracle;
        this.ends = ends;
    }

    /** Puts a version. */
    public void put(String text) {
        TextBody body = new TextBody(text, SIZES[random.nextInt(SIZES.length)]);
        Target target = target();
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        PutResult result = put(request, body);
        for (int retry = 0; result instanceof Failure.OutcomeUnknown && retry < RETRIES; retry++) {
            result = put(request, body);
        }
        if (result instanceof PutResult.Stored stored) {
            oracle.noteAcknowledged(stored.id().putId());
            if (random.nextInt(8) == 0) {
                put(request, body);
            }
        }
    }

    private PutResult put(PutRequest request, TextBody body) {
        try {
            PutResult result = objects.put(request, body.again());
            count("put", (Record) result);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends a marker. */
    void delete() {
        delete("delete", new DeleteRequest(target(), new WriteCondition.None()));
    }

    /** Deletes something, and asks for it again while nobody knows whether it happened. */
    private DeleteResult delete(String what, DeleteRequest request) {
        DeleteResult result = objects.delete(request);
        count(what, (Record) result);
        for (int retry = 0; result instanceof Failure.OutcomeUnknown && retry < RETRIES; retry++) {
            result = objects.delete(request);
            count(what + " again", (Record) result);
        }
        return result;
    }

    /** Deletes one of the newest versions, whatever it is. */
    public void deleteVersion() {
        int version = anyVersion();
        if (version == 0) {
            return;
        }
        Target target = target();
        oracle.noteDeletionRequest(target.op());
        if (isNull(version)) {
            long askedAt = oracle.now();
            DeleteResult result =
                    delete("delete null", DeleteRequest.of(target, new VersionName.Null()));
            if (result instanceof DeleteResult.Done) {
                oracle.checkNullDeleted(askedAt);
            }
            return;
        }
        long askedAt = oracle.now();
        DeleteResult result = delete("delete version", DeleteRequest.of(target, id(version)));
        if (result instanceof DeleteResult.Done && isObject(version)) {
            oracle.checkDeleted(version, askedAt);
        }
    }

    /** Reads the newest version and tells whether there was an answer. */
    public boolean get() {
        return get(
                "get",
                null,
                (span, outcome, manifest) -> {
                    check(outcome != ReadOutcome.MARKER, "no version was named");
                    oracle.read(span, manifest);
                    manifest.ifPresent(found -> oracle.readTags(span, found));
                });
    }

    /** Gives the newest version, or one of the newest, other tags. */
    void tag() {
        int version = anyVersion();
        VersionName name =
                version == 0 || random.nextBoolean() || !isObject(version)
                        ? null
                        : isNull(version) ? new VersionName.Null() : id(version);
        count(
                "tag",
                (Record) objects.tag(new TagRequest(target(), name, Map.of("n", "" + tags++))));
    }

    /** Reads one of the newest versions. */
    public void getVersion() {
        int version = anyVersion();
        if (version > 0) {
            boolean _ = getVersion(version);
        }
    }

    /** Reads a version and tells whether there was an answer. */
    public boolean getVersion(int version) {
        return isNull(version)
                ? get("get null", new VersionName.Null(), oracle::readNull)
                : get(
                        "get version",
                        id(version),
                        (span, outcome, manifest) -> {
                            oracle.readVersion(span, version, outcome);
                            manifest.ifPresent(found -> oracle.readTags(span, found));
                        });
    }

    /** Takes what a read was told. */
    private interface Told {
        void told(Span span, ReadOutcome outcome, Optional<Manifest> manifest);
    }

    private boolean get(String what, @Nullable VersionName name, Told told) {
        long askedAt = oracle.now();
        GetResult result = objects.get(new GetRequest(target(), name, random.nextInt(3) > 0));
        count(what, (Record) result);
        return switch (result) {
            case GetResult.Found found -> {
                try (OpenObject object = found.object()) {
                    Optional<Manifest> manifest = Optional.of(object.manifest());
                    told.told(new Span(askedAt, oracle.now()), ReadOutcome.FOUND, manifest);
                }
                yield true;
            }
            case GetResult.Absent _ -> {
                told.told(new Span(askedAt, oracle.now()), ReadOutcome.NOTHING, Optional.empty());
                yield true;
            }
            case GetResult.Marker _ -> {
                told.told(new Span(askedAt, oracle.now()), ReadOutcome.MARKER, Optional.empty());
                yield true;
            }
            case Failure failure -> isUnanswered(failure);
        };
    }

    /**
     * Lists the versions, a read of each and of the newest, and tells whether there was an answer.
     */
    boolean list() {
        long askedAt = oracle.now();
        VersionListing.Result result =
                objects.listVersions(
                        new VersionListing.Request(
                                account,
                                VersionScenario.BUCKET,
                                "",
                                "",
                                VersionListing.Marker.START,
                                1000));
        count("list", (Record) result);
        return switch (result) {
            case VersionListing.Page page -> {
                listed(page.versions(), new Span(askedAt, oracle.now()));
                yield true;
            }
            case VersionListing.Failed(Failure failure) -> isUnanswered(failure);
        };
    }

    private void listed(List<VersionListing.Version> page, Span span) {
        Map<VersionId, VersionListing.Version> listed = new HashMap<>();
        page.forEach(each -> listed.put(each.id(), each));
        check(listed.size() == page.size(), "listed twice: " + page);
        for (int version = 1; version <= oracle.log().size(); version++) {
            Optional<VersionListing.Version> found =
                    Optional.ofNullable(listed.remove(id(version)));
            if (isObject(version) && !isNull(version)) {
                oracle.readVersion(span, version, outcomeOf(found));
            }
        }
        check(listed.isEmpty(), "listed but not chosen: " + listed);
        Optional<VersionListing.Version> ofNull =
                page.stream().filter(each -> each.mode().isNull()).findFirst();
        oracle.readNull(span, outcomeOf(ofNull), ofNull.flatMap(VersionListing.Version::manifest));
        oracle.read(
                span,
                page.stream()
                        .filter(VersionListing.Version::isLatest)
                        .findFirst()
                        .flatMap(VersionListing.Version::manifest));
    }

    private static ReadOutcome outcomeOf(Optional<VersionListing.Version> listed) {
        return listed.map(
                        each ->
                                each.manifest().isPresent()
                                        ? ReadOutcome.FOUND
                                        : ReadOutcome.MARKER)
                .orElse(ReadOutcome.NOTHING);
    }

    private boolean isUnanswered(Failure failure) {
        boolean lost = failure instanceof Failure.DataLost && oracle.hasStoreLoss();
        check(lost || failure instanceof Failure.Unavailable, "no answer for a get: " + failure);
        return false;
    }

    /** Returns the name of a chosen version. */
    VersionId id(int version) {
        return new VersionId(0, version, oracle.chosen(version).id());
    }

    private boolean isNull(int version) {
        return isObject(version) && Mode.of(oracle.chosen(version)).isNull();
    }

    private boolean isObject(int version) {
        return switch (oracle.chosen(version).kind()) {
            case PUT, MARKER -> true;
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> false;
        };
    }

    private int anyVersion() {
        int versions = oracle.log().size();
        return versions == 0 ? 0 : versions - random.nextInt(Math.min(versions, 4));
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }

    private Target target() {
        return new Target(account, VersionScenario.BUCKET, "a", OpId.random(random));
    }
}
