package io.giza.stripe.cache;

import io.giza.concurrent.Surroundings;
import io.giza.metrics.CounterFamily;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.micrometer.core.instrument.MeterRegistry;

import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits how many fragments are copied at a time, and so the memory that takes. */
final class CopySlots {
    /** Of a {@link CopyingStream} each. */
    private static final int MAX_COPIES = 16;

    private final Surroundings surroundings;
    private final FragmentStore copies;
    private final AtomicInteger underWay = new AtomicInteger();
    private final CounterFamily<End> ends;

    /** How making a copy ended. */
    enum End {
        /** It is there, perhaps since somebody else made it. */
        KEPT,
        /** The fragment was not read to its end, or the store was too slow or failed. */
        BROKEN_OFF,
        /** So many were being made that this one was not begun. */
        NOT_BEGUN
    }

    CopySlots(Surroundings surroundings, FragmentStore copies, MeterRegistry meters) {
        this.surroundings = surroundings;
        this.copies = copies;
        this.ends =
                CounterFamily.of(
                        meters,
                        "giza.cache.copies",
                        "Copies of other data centers' fragments that were to be made",
                        "outcome",
                        End.class);
    }

    /**
     * Returns the bytes of a fragment, of which a copy is made while they are read.
     *
     * @param length how many they are
     */
    InputStream copying(FragmentId id, long length, InputStream bytes) {
        if (underWay.incrementAndGet() > MAX_COPIES) {
            underWay.decrementAndGet();
            ends.increment(End.NOT_BEGUN);
            return bytes;
        }
        CopyingStream stream = new CopyingStream(surroundings, bytes, length);
        surroundings
                .tasks()
                .fork(
                        "copy-" + id.putId() + "." + id.index(),
                        () -> {
                            try {
                                ends.increment(stream.copyTo(copies, id));
                            } finally {
                                underWay.decrementAndGet();
                            }
                        });
        return stream;
    }
}
