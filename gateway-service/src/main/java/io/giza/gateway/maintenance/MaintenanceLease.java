package io.giza.gateway.maintenance;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One row says at which data center operators work: at one at a time, since objects bear the loss
 * of few. Two who want different ones at once are decided by consensus, and one is told.
 */
public final class MaintenanceLease {
    private static final ObjectKey KEY = new ObjectKey(BucketId.SYSTEM, "maintenance");

    private final SystemRows rows;
    private final Surroundings surroundings;

    public MaintenanceLease(SystemRows rows, Surroundings surroundings) {
        this.rows = rows;
        this.surroundings = surroundings;
    }

    /** What a question or a change comes to. */
    public sealed interface Outcome {}

    /** Operators work at a data center. */
    public record Held(Maintenance maintenance) implements Outcome {}

    /** They work at none. */
    public record Free() implements Outcome {}

    /** They work at another one. */
    public record Taken(Maintenance by) implements Outcome {}

    /** Too few data centers answered; a change may have happened. */
    public record Unavailable(String detail) implements Outcome {}

    /** Returns at which data center operators work. */
    public Outcome current() {
        return switch (rows.read(KEY)) {
            case SystemRows.Held(Optional<Value> record) ->
                    record.flatMap(this::valid).<Outcome>map(Held::new).orElseGet(Free::new);
            case SystemRows.Unavailable unavailable -> new Unavailable(unavailable.detail());
        };
    }

    /** One that is over is as none. */
    private Optional<Maintenance> valid(Value record) {
        return Optional.of(MaintenanceCodec.decode(record))
                .filter(each -> surroundings.time().instant().isBefore(each.until()));
    }

    /** Begins, or prolongs, unless operators work at another data center. */
    public Outcome begin(Maintenance wanted) {
        return change(
                wanted.dc(),
                new Held(wanted),
                new SystemRows.Write(MaintenanceCodec.FORMAT, MaintenanceCodec.encode(wanted)));
    }

    /** Ends what was begun at a data center. */
    public Outcome end(DcName dc) {
        return change(dc, new Free(), new SystemRows.Remove());
    }

    private Outcome change(DcName dc, Outcome done, SystemRows.Next next) {
        AtomicReference<Outcome> outcome = new AtomicReference<>(done);
        SystemRows.ChangeResult result =
                rows.change(
                        KEY,
                        ClientOperation.once(surroundings.random()),
                        record -> {
                            Optional<Maintenance> other =
                                    record.flatMap(this::valid)
                                            .filter(each -> !each.dc().equals(dc));
                            outcome.set(other.<Outcome>map(Taken::new).orElse(done));
                            return other.isPresent() ? new SystemRows.Keep() : next;
                        });
        return switch (result) {
            case SystemRows.Changed _ -> outcome.get();
            case SystemRows.Unavailable unavailable -> new Unavailable(unavailable.detail());
        };
    }
}
