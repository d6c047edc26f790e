package io.giza.http;

import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.micrometer.core.instrument.MeterRegistry;

import java.nio.ByteBuffer;

/**
 * Counts and times the calls to a fragment store, and enters those that cross data centers into the
 * current {@link Trace}.
 *
 * <p>Metrics: {@code giza.hop.requests{service=fragment,op,hop=local|cross,outcome}} and {@code
 * giza.hop.latency{service=fragment,dc}}. An upload counts as one call, from its creation until it
 * is complete or given up; a read as one call until its answer begins.
 */
public final class TracedFragmentStore implements FragmentStore {
    private final FragmentStore store;
    private final HopMeter meter;

    /**
     * Watches a store.
     *
     * @param home the data center of the caller
     */
    public TracedFragmentStore(FragmentStore store, DcName home, Time time, MeterRegistry meters) {
        this.store = store;
        this.meter = HopMeter.ofFragments(meters, time, home, store.dc());
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        Hop hop = meter.begin("create");
        try {
            return new TracedUpload(hop.call(() -> store.create(id, length)), hop);
        } catch (ReplicaException e) {
            hop.end(HopMeter.outcomeOf(e));
            throw e;
        }
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        Hop hop = meter.begin("read");
        try {
            FragmentRead read = hop.call(() -> store.read(id, offset, length));
            hop.end(
                    switch (read) {
                        case FragmentRead.Found _ -> "found";
                        case FragmentRead.Absent _ -> "absent";
                    });
            return read;
        } catch (ReplicaException e) {
            hop.end(HopMeter.outcomeOf(e));
            throw e;
        }
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        Hop hop = meter.begin("delete");
        try {
            hop.call(
                    () -> {
                        store.delete(id);
                        return true;
                    });
            hop.end("done");
        } catch (ReplicaException e) {
            hop.end(HopMeter.outcomeOf(e));
            throw e;
        }
    }

    private record TracedUpload(FragmentUpload upload, Hop hop) implements FragmentUpload {
        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            try {
                upload.write(chunk);
            } catch (ReplicaException e) {
                hop.end(HopMeter.outcomeOf(e));
                throw e;
            }
        }

        @Override
        public Completion complete() throws ReplicaException {
            try {
                Completion completion = upload.complete();
                hop.end(
                        switch (completion.outcome()) {
                            case STORED -> "stored";
                            case ALREADY_THERE -> "already-there";
                        });
                return completion;
            } catch (ReplicaException e) {
                hop.end(HopMeter.outcomeOf(e));
                throw e;
            }
        }

        @Override
        public void close() {
            hop.end("given-up");
            upload.close();
        }
    }
}
