package io.giza.gateway.fake;

import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.VersionListing;
import io.giza.lock.LegalHold;
import io.giza.lock.LockPermit;
import io.giza.lock.Retention;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Utf8Order;
import io.giza.model.VersionId;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;

/** The versions of the objects of one bucket, each key's newest first. */
final class InMemoryVersions {
    /** When everything is put and deleted. */
    static final Instant TIME = Instant.ofEpochMilli(1_750_000_000_123L);

    private final NavigableMap<String, List<Stored>> keys = new TreeMap<>(Utf8Order.COMPARATOR);
    private long numbers;

    /**
     * A version.
     *
     * @param manifest what was put; empty for a delete marker
     */
    record Stored(VersionId id, Mode mode, Optional<Manifest> manifest) {
        VersionName name() {
            return VersionName.of(id, mode);
        }
    }

    synchronized boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Returns the keys whose newest version is an object. */
    synchronized NavigableMap<String, Manifest> objects() {
        NavigableMap<String, Manifest> objects = new TreeMap<>(Utf8Order.COMPARATOR);
        keys.forEach(
                (key, versions) ->
                        versions.getFirst()
                                .manifest()
                                .ifPresent(manifest -> objects.put(key, manifest)));
        return objects;
    }

    synchronized Optional<Stored> newest(String key) {
        return versions(key).stream().findFirst();
    }

    synchronized Optional<Stored> named(String key, VersionName name) {
        return versions(key).stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private List<Stored> versions(String key) {
        return keys.getOrDefault(key, List.of());
    }

    synchronized VersionName put(String key, Manifest manifest, Versioning versioning) {
        return add(key, versioning.modeOfPut(), Optional.of(manifest)).name();
    }

    private Stored add(String key, Mode mode, Optional<Manifest> manifest) {
        long number = ++numbers;
        Stored added =
                new Stored(
                        new VersionId(0, number, new PutId(new UUID(number, number))),
                        mode,
                        manifest);
        List<Stored> versions = new ArrayList<>(versions(key));
        versions.removeIf(each -> mode.isNull() && each.mode().isNull());
        versions.addFirst(added);
        keys.put(key, versions);
        return added;
    }

    /** Deletes what is there, or adds a marker. */
    synchronized DeleteResult.Done delete(String key, Versioning versioning, OpId op) {
        Mode mode = versioning.modeOfMarker();
        if (mode == Mode.HIDDEN_MARKER) {
            keys.remove(key);
            return new DeleteResult.Done(Optional.empty(), false, op);
        }
        return new DeleteResult.Done(
                Optional.of(add(key, mode, Optional.empty()).name()), true, op);
    }

    /** Deletes a version for good. */
    synchronized DeleteResult.Done delete(
            String key, VersionName name, Versioning versioning, OpId op) {
        Optional<Stored> deleted = named(key, name);
        List<Stored> left = new ArrayList<>(versions(key));
        left.removeIf(each -> each.name().equals(name));
        keys.put(key, left);
        if (left.isEmpty()) {
            keys.remove(key);
        }
        boolean names = versioning.hasVersionIds();
        return new DeleteResult.Done(
                names ? Optional.of(name) : Optional.empty(),
                names && deleted.filter(each -> each.manifest().isEmpty()).isPresent(),
                op);
    }

    /** Tells whether a version must stay. */
    synchronized boolean isLocked(String key, VersionName name, LockPermit permit) {
        return named(key, name)
                .flatMap(Stored::manifest)
                .filter(manifest -> manifest.lock().protects(permit))
                .isPresent();
    }

    synchronized TagResult tag(String key, TagRequest request, Versioning versioning) {
        return change(
                key,
                request.version(),
                versioning,
                manifest -> Optional.of(manifest.withTags(request.tags())),
                new Failure.ObjectLocked());
    }

    synchronized TagResult grant(String key, GrantRequest request, Versioning versioning) {
        return change(
                key,
                request.version(),
                versioning,
                manifest ->
                        Optional.of(manifest)
                                .filter(each -> request.admission().admits(each.acl()))
                                .map(each -> each.withAcl(request.after(each.acl()))),
                new Failure.AccessDenied());
    }

    synchronized TagResult lock(
            String key, LockRequest request, Versioning versioning, LockPermit permit) {
        return change(
                key,
                request.version(),
                versioning,
                manifest ->
                        switch (request.change()) {
                            case LockRequest.OfHold(LegalHold hold) ->
                                    Optional.of(manifest.withLock(manifest.lock().withHold(hold)));
                            case LockRequest.OfRetention(Optional<Retention> retention) ->
                                    Optional.of(manifest.lock())
                                            .filter(lock -> lock.mayBecome(retention, permit))
                                            .map(lock -> lock.withRetention(retention))
                                            .map(manifest::withLock);
                        },
                new Failure.ObjectLocked());
    }

    private TagResult change(
            String key,
            @Nullable VersionName name,
            Versioning versioning,
            Function<Manifest, Optional<Manifest>> change,
            Failure refusal) {
        Optional<Stored> found = name == null ? newest(key) : named(key, name);
        Optional<VersionName> reportedName =
                found.map(Stored::name).filter(_ -> versioning.hasVersionIds());
        if (found.isEmpty()) {
            return new TagResult.Absent(Optional.empty());
        }
        Stored stored = found.get();
        if (stored.manifest().isEmpty()) {
            return name == null ? new TagResult.Absent(reportedName) : new TagResult.Marker();
        }
        Optional<Manifest> changed = change.apply(stored.manifest().get());
        if (changed.isEmpty()) {
            return refusal;
        }
        Stored tagged = new Stored(stored.id(), stored.mode(), changed);
        List<Stored> versions = new ArrayList<>(versions(key));
        versions.set(versions.indexOf(stored), tagged);
        keys.put(key, versions);
        return new TagResult.Tagged(reportedName);
    }

    synchronized VersionListing.Page list(VersionListing.Request request) {
        List<VersionListing.Version> versions = new ArrayList<>();
        TreeSet<String> groups = new TreeSet<>(Utf8Order.COMPARATOR);
        VersionListing.Marker last = request.after();
        if (request.limit() == 0) {
            return new VersionListing.Page(List.of(), List.of(), Optional.empty());
        }
        for (var entry : keys.entrySet()) {
            String key = entry.getKey();
            if (!key.startsWith(request.prefix())) {
                continue;
            }
            String item = InMemoryObjects.itemOf(key, request.prefix(), request.delimiter());
            List<Stored> rest = after(item, entry.getValue(), request.after());
            boolean isGroup = !item.equals(key);
            if (isGroup && (rest.isEmpty() || groups.contains(item))) {
                continue;
            }
            for (Stored each : isGroup ? rest.subList(0, 1) : rest) {
                if (versions.size() + groups.size() == request.limit()) {
                    return new VersionListing.Page(
                            versions, List.copyOf(groups), Optional.of(last));
                }
                if (isGroup) {
                    groups.add(item);
                    last = new VersionListing.Marker(item, Optional.empty());
                } else {
                    boolean isLatest = each.equals(entry.getValue().getFirst());
                    versions.add(
                            new VersionListing.Version(
                                    key, each.id(), isLatest, each.mode(), TIME, each.manifest()));
                    last = new VersionListing.Marker(key, Optional.of(each.name()));
                }
            }
        }
        return new VersionListing.Page(versions, List.copyOf(groups), Optional.empty());
    }

    private static List<Stored> after(
            String item, List<Stored> versions, VersionListing.Marker marker) {
        int order = Utf8Order.compare(item, marker.key());
        if (order != 0 || marker.version().isEmpty()) {
            return order > 0 ? versions : List.of();
        }
        int at = versions.stream().map(Stored::name).toList().indexOf(marker.version().get());
        return versions.subList(at + 1, versions.size());
    }
}
