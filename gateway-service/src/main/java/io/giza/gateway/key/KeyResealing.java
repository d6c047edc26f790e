package io.giza.gateway.key;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Named;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Seals the secrets of access keys with the master key, where they are sealed with the one that is
 * accepted beside it: then that is of no use any more.
 */
public final class KeyResealing {
    private static final int MOST_KEYS = 1_000_000;

    private final SystemRows rows;
    private final Surroundings surroundings;
    private final @Nullable MasterKey master;

    /**
     * Seals secrets.
     *
     * @param master what with, null where there are none to seal
     */
    public KeyResealing(SystemRows rows, Surroundings surroundings, @Nullable MasterKey master) {
        this.rows = rows;
        this.surroundings = surroundings;
        this.master = master;
    }

    /** How it ended. */
    public sealed interface Result {}

    /**
     * All of them are sealed with the master key.
     *
     * @param resealed how many were not before
     */
    public record Resealed(int resealed) implements Result {}

    /** Some are sealed with another master key, which this gateway does not accept. */
    public record Unopened(List<String> ids) implements Result {
        public Unopened {
            ids = List.copyOf(ids);
        }
    }

    /** The gateway has no master key. */
    public record NoMasterKey() implements Result {}

    /** Too few data centers answered; what was sealed until then stays so. */
    public record Unavailable(String detail) implements Result {}

    /** Seals all of them. */
    public Result reseal() {
        MasterKey with = master;
        if (with == null) {
            return new NoMasterKey();
        }
        return switch (rows.list(ObjectKey.ACCESS_KEYS, "", MOST_KEYS)) {
            case SystemRows.Listed all -> reseal(all.records(), with);
            case SystemRows.Unavailable failure -> new Unavailable(failure.detail());
        };
    }

    private Result reseal(List<Named> keys, MasterKey with) {
        List<String> unopened = new ArrayList<>();
        int resealed = 0;
        for (Named key : keys) {
            String id = key.name();
            AccessKeyRecord record = AccessKeyCodec.decode(key.record());
            if (with.hasSealed(KeyService.owner(id, record), record.sealedSecret())) {
                continue;
            }
            if (sealedAnew(id, record, with).isEmpty()) {
                unopened.add(id);
                continue;
            }
            SystemRows.ChangeResult change =
                    rows.change(
                            ObjectKey.ofAccessKey(id),
                            ClientOperation.once(surroundings.random()),
                            current -> next(id, current, with));
            if (change instanceof SystemRows.Unavailable failure) {
                return new Unavailable(failure.detail());
            }
            resealed++;
        }
        return unopened.isEmpty() ? new Resealed(resealed) : new Unopened(unopened);
    }

    /** Of the record that is there now: another gateway may have changed it meanwhile. */
    private SystemRows.Next next(String id, Optional<Value> current, MasterKey with) {
        Optional<AccessKeyRecord> sealed =
                current.map(AccessKeyCodec::decode).flatMap(record -> sealedAnew(id, record, with));
        return sealed.isPresent() ? KeyService.write(sealed.get()) : new SystemRows.Keep();
    }

    /** Returns the record with its secret sealed anew, empty if it cannot be opened. */
    private Optional<AccessKeyRecord> sealedAnew(
            String id, AccessKeyRecord record, MasterKey with) {
        String owner = KeyService.owner(id, record);
        try {
            String secret = with.open(owner, record.sealedSecret());
            return Optional.of(
                    record.withSealedSecret(with.seal(owner, secret, surroundings.random())));
        } catch (MasterKey.WrongMasterKeyException e) {
            return Optional.empty();
        }
    }
}
