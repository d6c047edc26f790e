package io.giza.gateway.encryption.keys;

import io.giza.concurrent.Moment;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.WrappingKey;
import io.giza.gateway.key.MasterKey;
import io.giza.gateway.system.SystemRows;
import io.giza.model.Bytes;
import io.giza.record.key.KeyRing;

import org.jspecify.annotations.Nullable;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * The cluster's own key (SSE-S3). Its versions are in a row, sealed with the master key: so another
 * master key is a matter of that row, and another version a matter of new objects. The first put
 * that needs one makes the first version.
 */
public final class ClusterKeys implements KeyManagement {
    /** Other gateways wrap with a new version within this. */
    private static final Duration FRESHNESS = Duration.ofMinutes(1);

    private static final Failed NO_MASTER_KEY =
            new Failed(KeyProblem.NOT_CONFIGURED, "the gateway has no giza.master-key");

    private final Surroundings surroundings;
    private final @Nullable SealedRing sealed;
    private final AtomicReference<Known> known;
    private final Map<Integer, WrappingKey> opened = new ConcurrentHashMap<>();

    /** What was read, and when. */
    private record Known(KeyRing ring, Moment at) {}

    /**
     * Keeps the key.
     *
     * @param rows where its row is
     * @param master what seals it, null if there is none
     */
    public ClusterKeys(
            Supplier<SystemRows> rows, Surroundings surroundings, @Nullable MasterKey master) {
        this.surroundings = surroundings;
        this.sealed = master == null ? null : new SealedRing(rows, surroundings, master);
        this.known = new AtomicReference<>(new Known(KeyRing.EMPTY, surroundings.time().moment()));
    }

    private KeyRing ring() {
        return known.get().ring();
    }

    @Override
    public WrapResult wrap(String key, byte[] dataKey, byte[] context) {
        SealedRing own = sealed;
        if (own == null) {
            return NO_MASTER_KEY;
        }
        if (ring().newest() == 0) {
            Optional<Failed> failure = failure(own.addAfter(0));
            if (failure.isPresent()) {
                return failure.get();
            }
        } else {
            lookForOthers(own);
        }
        int newest = ring().newest();
        return switch (open(own, newest)) {
            case Found(WrappingKey wrapping) ->
                    new Wrapped(
                            Integer.toString(newest),
                            wrapping.wrap(dataKey, context, surroundings.random()));
            case NotFound(Failed failure) -> failure;
        };
    }

    /** No put waits for that: an older version wraps as well. */
    private void lookForOthers(SealedRing own) {
        Known before = known.get();
        Moment now = surroundings.time().moment();
        if (before.at().age(surroundings.time()).compareTo(FRESHNESS) > 0
                && known.compareAndSet(before, new Known(before.ring(), now))) {
            surroundings.tasks().fork("key-ring", () -> failure(own.read()));
        }
    }

    @Override
    public UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context) {
        SealedRing own = sealed;
        if (own == null) {
            return NO_MASTER_KEY;
        }
        if (!version.matches("\\d{1,6}")) {
            return noSuchVersion(version);
        }
        return switch (open(own, Integer.parseInt(version))) {
            case Found(WrappingKey wrapping) -> {
                try {
                    yield new Unwrapped(wrapping.unwrap(wrapped, context));
                } catch (GeneralSecurityException e) {
                    yield new Failed(
                            KeyProblem.LOST,
                            "the data key was not wrapped by version "
                                    + version
                                    + " of the cluster's key for this object");
                }
            }
            case NotFound(Failed failure) -> failure;
        };
    }

    private static Failed noSuchVersion(String version) {
        return new Failed(KeyProblem.LOST, "the cluster's key has no version " + version);
    }

    private sealed interface Version {}

    private record Found(WrappingKey key) implements Version {}

    private record NotFound(Failed failure) implements Version {}

    private Version open(SealedRing own, int number) {
        WrappingKey before = opened.get(number);
        if (before != null) {
            return new Found(before);
        }
        if (ring().version(number).isEmpty()) {
            Optional<Failed> failure = failure(own.read());
            if (failure.isPresent()) {
                return new NotFound(failure.get());
            }
        }
        Optional<KeyRing.Version> version = ring().version(number);
        if (version.isEmpty()) {
            return new NotFound(noSuchVersion(Integer.toString(number)));
        }
        Optional<WrappingKey> key = own.open(number, version.get());
        key.ifPresent(each -> opened.put(number, each));
        return key.<Version>map(Found::new).orElseGet(() -> new NotFound(unopened(number)));
    }

    private static Failed unopened(int number) {
        return new Failed(
                KeyProblem.LOST,
                "version "
                        + number
                        + " of the cluster's key is sealed with neither giza.master-key nor"
                        + " giza.master-key-accepted");
    }

    /** Notes what was read, or tells why nothing was. Versions are only ever added. */
    private Optional<Failed> failure(SealedRing.Result result) {
        return switch (result) {
            case SealedRing.Read(KeyRing ring) -> {
                Known now = new Known(ring, surroundings.time().moment());
                known.accumulateAndGet(
                        now,
                        (old, read) -> old.ring().newest() > read.ring().newest() ? old : read);
                yield Optional.empty();
            }
            case SealedRing.Unreachable(String detail) ->
                    Optional.of(new Failed(KeyProblem.UNREACHABLE, detail));
            case SealedRing.Unopened(int version) -> Optional.of(unopened(version));
        };
    }

    /** How a rotation ended. */
    public sealed interface RotateResult {}

    /** New objects of this gateway have this version now, and those of others soon. */
    public record Rotated(int version) implements RotateResult {}

    /** How a resealing ended. */
    public sealed interface ResealResult {}

    /** All versions are sealed with the master key, of which so many were not before. */
    public record Resealed(int versions) implements ResealResult {}

    /** It did not happen, or nobody knows. */
    public record Refused(KeyProblem problem, String detail) implements RotateResult, ResealResult {
        private Refused(Failed failed) {
            this(failed.problem(), failed.detail());
        }
    }

    /** Adds a version. What the others wrapped stays as it is. */
    public RotateResult rotate() {
        SealedRing own = sealed;
        if (own == null) {
            return new Refused(NO_MASTER_KEY);
        }
        return failure(own.read())
                .or(() -> failure(own.addAfter(ring().newest())))
                .<RotateResult>map(Refused::new)
                .orElseGet(() -> new Rotated(ring().newest()));
    }

    /** Seals every version with the master key that is sealed with the one accepted beside it. */
    public ResealResult reseal() {
        SealedRing own = sealed;
        if (own == null) {
            return new Refused(NO_MASTER_KEY);
        }
        Optional<Failed> failure = failure(own.read());
        if (failure.isPresent()) {
            return new Refused(failure.get());
        }
        int others = own.sealedOtherwise(ring());
        return others == 0
                ? new Resealed(0)
                : failure(own.reseal(ring()))
                        .<ResealResult>map(Refused::new)
                        .orElseGet(() -> new Resealed(others));
    }
}
