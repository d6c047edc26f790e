package io.giza.fragment.store;

import io.giza.fragment.store.BlobStore.Blob;
import io.giza.metrics.CounterFamily;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentExaminer;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Optional;

/** Reads blobs from beginning to end and says whether they are whole fragments of their names. */
public final class BlobExaminer {
    private static final Logger LOG = LoggerFactory.getLogger(BlobExaminer.class);

    private final BlobStore blobs;
    private final CounterFamily<Finding> findings;
    private final Counter bytes;
    private final FragmentExaminer examination = new FragmentExaminer(new BinaryFragmentFormat());

    /** Examines the blobs of a store. */
    public BlobExaminer(BlobStore blobs, MeterRegistry meters) {
        this.blobs = blobs;
        findings = FragmentMetrics.findings(meters);
        bytes = FragmentMetrics.bytes(meters, "examined");
    }

    /** Is told that reading goes on. */
    @FunctionalInterface
    public interface Progress {
        /** Nobody wants to know. */
        Progress NONE = _ -> {};

        /**
         * Is told of every read.
         *
         * @param count the bytes that it read
         * @throws IOException to end the examination
         */
        void read(int count) throws IOException;
    }

    /**
     * What was found, and in which blob.
     *
     * @param tag the tag of the blob that was read, empty if there is none
     */
    public record Examined(Examination examination, String tag) {
        /** Returns what was found. */
        public Finding finding() {
            return examination.finding();
        }
    }

    /**
     * Examines what lies under a name. What its medium does not give back is damaged.
     *
     * @throws IOException if the store fails otherwise; that says nothing of it
     */
    public Examined examine(FragmentName name, Progress progress) throws IOException {
        Examined examined = examined(name, progress);
        findings.increment(examined.finding());
        return examined;
    }

    private Examined examined(FragmentName name, Progress progress) throws IOException {
        Optional<Blob> found = blobs.open(name, 0, Long.MAX_VALUE);
        if (found.isEmpty()) {
            return new Examined(Examination.ABSENT, "");
        }
        Blob blob = found.get();
        try (InputStream stream =
                new WatchedStream(Channels.newInputStream(blob.bytes()), progress)) {
            Finding finding = examination.examine(stream, id -> FragmentName.of(id).equals(name));
            return new Examined(new Examination(finding, blob.length()), blob.tag());
        } catch (UnreadableMediumException e) {
            LOG.atError().addKeyValue("fragment", name).log("cannot be read: {}", e.getMessage());
            return new Examined(new Examination(Finding.DAMAGED, blob.length()), blob.tag());
        }
    }

    private final class WatchedStream extends FilterInputStream {
        private final Progress progress;

        WatchedStream(InputStream stream, Progress progress) {
            super(stream);
            this.progress = progress;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            noteRead(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            noteRead(Math.max(0, count));
            return count;
        }

        private void noteRead(int count) throws IOException {
            bytes.increment(count);
            progress.read(count);
        }
    }
}
