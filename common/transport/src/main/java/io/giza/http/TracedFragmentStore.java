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
 * giza.hop.latency{service=fragment,op,dc}}. An upload counts as one call, from its creation until
 * it is complete or given up; a read as one call until its answer begins.
 */
public final class TracedFragmentStore implements FragmentStore {
    private final FragmentStore store;
    private final Time time;
    private final HopMeter meter;

    /**
     * Watches a store.
     *
     * @param home the data center of the caller
     */
    public TracedFragmentStore(FragmentStore store, DcName home, Time time, MeterRegistry meters) {
        this.store = store;
        this.time = time;
        this.meter = new HopMeter(meters, "fragment", home, store.dc());
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        long start = time.nanos();
        try {
            return new TracedUpload(store.create(id, length), start);
        } catch (ReplicaException e) {
            note("create", HopMeter.outcomeOf(e), start);
            throw e;
        }
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        long start = time.nanos();
        try {
            FragmentRead read = store.read(id, offset, length);
            String outcome =
                    switch (read) {
                        case FragmentRead.Found found -> "found";
                        case FragmentRead.Absent absent -> "absent";
                    };
            note("read", outcome, start);
            return read;
        } catch (ReplicaException e) {
            note("read", HopMeter.outcomeOf(e), start);
            throw e;
        }
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        long start = time.nanos();
        try {
            store.delete(id);
            note("delete", "done", start);
        } catch (ReplicaException e) {
            note("delete", HopMeter.outcomeOf(e), start);
            throw e;
        }
    }

    private void note(String op, String outcome, long start) {
        long end = time.nanos();
        if (meter.isCrossing()) {
            Trace.crossed(start, end);
        }
        meter.note(op, outcome, end - start);
    }

    private final class TracedUpload implements FragmentUpload {
        private final FragmentUpload upload;
        private final long start;
        private boolean noted;

        TracedUpload(FragmentUpload upload, long start) {
            this.upload = upload;
            this.start = start;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            try {
                upload.write(chunk);
            } catch (ReplicaException e) {
                noteOnce(HopMeter.outcomeOf(e));
                throw e;
            }
        }

        @Override
        public Outcome complete() throws ReplicaException {
            try {
                Outcome outcome = upload.complete();
                noteOnce(
                        switch (outcome) {
                            case STORED -> "stored";
                            case ALREADY_THERE -> "already-there";
                        });
                return outcome;
            } catch (ReplicaException e) {
                noteOnce(HopMeter.outcomeOf(e));
                throw e;
            }
        }

        @Override
        public void close() {
            noteOnce("given-up");
            upload.close();
        }

        private void noteOnce(String outcome) {
            if (!noted) {
                noted = true;
                note("create", outcome, start);
            }
        }
    }
}
