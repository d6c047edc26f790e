package io.giza.gateway.encryption.keys;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.WrappingKey;
import io.giza.gateway.key.MasterKey;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.key.KeyRing;
import io.giza.record.key.KeyRingCodec;

import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The versions of the cluster's key as a row keeps them, each sealed with the master key.
 *
 * @param rows where the row is
 * @param surroundings chance, and the time
 * @param master what seals them
 */
record SealedRing(Supplier<SystemRows> rows, Surroundings surroundings, MasterKey master) {
    private static final int KEY_BYTES = 32;

    /** What is known of the row. */
    sealed interface Result {}

    /** It holds this. */
    record Read(KeyRing ring) implements Result {}

    /** Too few data centers answered. */
    record Unreachable(String detail) implements Result {}

    /** Some version is sealed with neither master key. */
    record Unopened(int version) implements Result {}

    /** Reads the row. */
    Result read() {
        return switch (rows.get().read(ObjectKey.ofKeyRing())) {
            case SystemRows.Held(Optional<Value> held) ->
                    new Read(held.map(KeyRingCodec::decode).orElse(KeyRing.EMPTY));
            case SystemRows.Unavailable failure -> new Unreachable(failure.detail());
        };
    }

    /** Adds a version after {@code expected}, unless another gateway did, and reads the row. */
    Result addAfter(int expected) {
        return change(
                current -> {
                    KeyRing now = current.map(KeyRingCodec::decode).orElse(KeyRing.EMPTY);
                    return now.newest() == expected
                            ? write(now.with(fresh(expected + 1)))
                            : new SystemRows.Keep();
                });
    }

    private Result change(SystemRows.Change change) {
        SystemRows.ChangeResult result =
                rows.get()
                        .change(
                                ObjectKey.ofKeyRing(),
                                ClientOperation.once(surroundings.random()),
                                change);
        return result instanceof SystemRows.Unavailable failure
                ? new Unreachable(failure.detail())
                : read();
    }

    private static SystemRows.Next write(KeyRing ring) {
        return new SystemRows.Write(KeyRingCodec.FORMAT, KeyRingCodec.encode(ring));
    }

    private KeyRing.Version fresh(int number) {
        byte[] key = new byte[KEY_BYTES];
        surroundings.random().nextBytes(key);
        String text = Base64.getEncoder().encodeToString(key);
        return new KeyRing.Version(
                surroundings.time().instant(),
                master.seal(owner(number), text, surroundings.random()));
    }

    private static String owner(int number) {
        return "key of objects " + number;
    }

    /** Opens a version; empty if it is sealed with another master key. */
    Optional<WrappingKey> open(int number, KeyRing.Version version) {
        return text(number, version).map(text -> new WrappingKey(Base64.getDecoder().decode(text)));
    }

    private Optional<String> text(int number, KeyRing.Version version) {
        try {
            return Optional.of(master.open(owner(number), version.sealed()));
        } catch (MasterKey.WrongMasterKeyException e) {
            return Optional.empty();
        }
    }

    /** Returns how many versions of a ring are not sealed with the master key itself. */
    int sealedOtherwise(KeyRing ring) {
        int others = 0;
        for (int number = 1; number <= ring.newest(); number++) {
            KeyRing.Version version = ring.version(number).orElseThrow();
            others += master.hasSealed(owner(number), version.sealed()) ? 0 : 1;
        }
        return others;
    }

    /** Seals all versions with the master key, unless one cannot be opened. */
    Result reseal(KeyRing ring) {
        for (int number = 1; number <= ring.newest(); number++) {
            if (text(number, ring.version(number).orElseThrow()).isEmpty()) {
                return new Unopened(number);
            }
        }
        return change(
                current ->
                        current.map(KeyRingCodec::decode)
                                .map(now -> write(sealedAnew(now)))
                                .orElseGet(SystemRows.Keep::new));
    }

    /** Of the ring that is there now; what cannot be opened stays as it is. */
    private KeyRing sealedAnew(KeyRing now) {
        KeyRing anew = KeyRing.EMPTY;
        for (int number = 1; number <= now.newest(); number++) {
            KeyRing.Version version = now.version(number).orElseThrow();
            String owner = owner(number);
            anew =
                    anew.with(
                            text(number, version)
                                    .map(
                                            text ->
                                                    new KeyRing.Version(
                                                            version.created(),
                                                            master.seal(
                                                                    owner,
                                                                    text,
                                                                    surroundings.random())))
                                    .orElse(version));
        }
        return anew;
    }
}
