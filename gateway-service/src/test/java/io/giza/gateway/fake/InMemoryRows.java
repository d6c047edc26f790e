package io.giza.gateway.fake;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** System rows in a map. */
public final class InMemoryRows implements SystemRows {
    private final Map<String, Value> byName = new ConcurrentSkipListMap<>();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicReference<Runnable> duringRead = new AtomicReference<>(() -> {});

    /** Lets every call find too few data centers, or enough again. */
    public void beSilent(boolean whether) {
        silent.set(whether);
    }

    /** Does something once, while the next read is under way. */
    public void duringNextRead(Runnable action) {
        duringRead.set(action);
    }

    /** Returns how many reads were asked for. */
    public int reads() {
        return reads.get();
    }

    @Override
    public ReadResult read(ObjectKey key) {
        reads.incrementAndGet();
        duringRead.getAndSet(() -> {}).run();
        return silent.get()
                ? new Unavailable("silent", false)
                : new Held(Optional.ofNullable(byName.get(key.name())));
    }

    @Override
    public ChangeResult change(ObjectKey key, ClientOperation operation, Change change) {
        if (silent.get()) {
            return new Unavailable("silent", true);
        }
        byName.compute(
                key.name(),
                (name, current) ->
                        switch (change.after(Optional.ofNullable(current))) {
                            case Keep() -> current;
                            case Remove() -> null;
                            case Write(int format, Bytes body) ->
                                    new Value(
                                            format,
                                            new PutId(UUID.randomUUID()),
                                            0,
                                            operation.id(),
                                            new Command.Put(Mode.UNVERSIONED, body));
                        });
        return new Changed();
    }

    @Override
    public ListResult list(String prefix, String after, int limit) {
        if (silent.get()) {
            return new Unavailable("silent", false);
        }
        List<Named> all =
                byName.entrySet().stream()
                        .filter(each -> each.getKey().startsWith(prefix))
                        .filter(each -> each.getKey().compareTo(prefix + after) > 0)
                        .map(e -> new Named(e.getKey().substring(prefix.length()), e.getValue()))
                        .toList();
        return new Listed(all.subList(0, Math.min(limit, all.size())), all.size() > limit);
    }
}
