package io.giza.gateway.probe;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.Value;

import java.util.Optional;

/** A row of the system's own, which has no fragments. */
final class RowSubject implements ProbeSubject {
    private static final int FORMAT = 1;
    private static final int BYTES = 64;

    private final SystemRows rows;
    private final Surroundings surroundings;
    private final ObjectKey key;
    private final Bytes content;
    private boolean mayBeThere;

    RowSubject(SystemRows rows, Surroundings surroundings, String id) {
        this.rows = rows;
        this.surroundings = surroundings;
        this.key = ObjectKey.ofProbe(id);
        byte[] random = new byte[BYTES];
        surroundings.random().nextBytes(random);
        this.content = Bytes.copyOf(random);
    }

    @Override
    public String name() {
        return key.name();
    }

    @Override
    public int size() {
        return content.size();
    }

    @Override
    public String write() {
        return switch (change(Change.to(FORMAT, content))) {
            case SystemRows.Changed _ -> {
                mayBeThere = true;
                yield "";
            }
            case SystemRows.Unavailable failure -> {
                mayBeThere = failure.outcomeUnknown();
                yield failure.detail();
            }
        };
    }

    @Override
    public String read() {
        return switch (rows.read(key)) {
            case SystemRows.Held(Optional<Value> record) ->
                    record.filter(each -> each.body().equals(content)).isPresent()
                            ? ""
                            : "what was just written is not there";
            case SystemRows.Unavailable failure -> failure.detail();
        };
    }

    @Override
    public boolean mayBeThere() {
        return mayBeThere;
    }

    @Override
    public String remove() {
        return change(Change.removal()) instanceof SystemRows.Unavailable failure
                ? failure.detail()
                : "";
    }

    private SystemRows.ChangeResult change(Change change) {
        return rows.change(key, ClientOperation.once(surroundings.random()), change);
    }
}
