package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_OK;

import io.giza.concurrent.Time;
import io.giza.fragment.store.BlobExaminer;
import io.giza.fragment.store.BlobExaminer.Progress;
import io.giza.fragment.store.BlobStore;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.FragmentGate;
import io.giza.fragment.store.UnreadableMediumException;
import io.giza.http.server.Exchange;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.InventoryCodec;
import io.giza.wire.MessageFormat;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says which fragments lie here, what each of them says of itself, and whether it is whole. */
public final class InventoryHandler {
    private static final Logger LOG = LoggerFactory.getLogger(InventoryHandler.class);

    private final BlobStore blobs;
    private final FragmentGate gate;
    private final BlobExaminer examiner;
    private final FragmentFormat format = new BinaryFragmentFormat();
    private final Time time;

    /** Lists the fragments of a store. */
    public InventoryHandler(BlobStore blobs, FragmentGate gate, BlobExaminer examiner, Time time) {
        this.blobs = blobs;
        this.gate = gate;
        this.examiner = examiner;
        this.time = time;
    }

    /**
     * Lists fragments in the order of their names: of each its header if that can be read, its
     * bytes, and its age by the clock of this machine, which is never negative.
     *
     * <p>Parameters are {@code after}, for only names after this one, and {@code limit}, 1 to
     * {@link FragmentInventory#MAX_PAGE}; a page this full may not be the last.
     */
    void list(Exchange exchange) throws IOException {
        String given = exchange.parameter("after");
        String after = given == null ? "" : given;
        long most = RequestNumbers.parameter(exchange, "limit", FragmentInventory.MAX_PAGE);
        if (most < 1 || most > FragmentInventory.MAX_PAGE) {
            throw new RequestRefusedException(
                    SC_BAD_REQUEST, "limit must be 1 to " + FragmentInventory.MAX_PAGE);
        }
        int limit = (int) most;
        List<BlobStore.Entry> entries;
        try {
            entries = blobs.list("", after, limit);
        } catch (IllegalArgumentException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
        Instant now = time.instant();
        List<Item> items = new ArrayList<>();
        for (BlobStore.Entry entry : entries) {
            Duration age = Duration.between(entry.modified(), now);
            items.add(
                    new Item(
                            entry.name().path(),
                            header(entry.name()),
                            entry.length(),
                            age.isNegative() ? Duration.ZERO : age));
        }
        exchange.answer(
                SC_OK,
                MessageFormat.MEDIA_TYPE,
                InventoryCodec.encode(new Page(items, entries.size() == limit)));
    }

    /**
     * Reads a fragment to its end and says what it is. Spaces are sent meanwhile, so that a caller
     * does not take the silence of a slow disk for a failure. Absence is a 425 as long as this
     * store cannot tell it.
     */
    void examine(FragmentName name, Exchange exchange) throws IOException {
        // Asked first: were it asked afterwards, what is rebuilt in between would seem absent.
        boolean knowsAbsence = gate.knowsAbsence();
        var progress = new KeepAliveProgress(exchange);
        Examination found = examiner.examine(name, progress).examination();
        if (found.finding() == Finding.ABSENT && !knowsAbsence) {
            throw RequestRefusedException.notReady();
        }
        progress.begin();
        exchange.write(ByteBuffer.wrap(InventoryCodec.encode(found)));
    }

    /** Sends a space now and then, which no message begins with. */
    private static final class KeepAliveProgress implements Progress {
        private final Exchange exchange;
        private long bytesSinceSpace;
        private boolean hasBegun;

        KeepAliveProgress(Exchange exchange) {
            this.exchange = exchange;
        }

        void begin() {
            if (!hasBegun) {
                hasBegun = true;
                exchange.with("Content-Type", MessageFormat.MEDIA_TYPE).beginChunked(SC_OK);
            }
        }

        @Override
        public void read(int count) throws IOException {
            bytesSinceSpace += count;
            if (bytesSinceSpace >= FragmentRoutes.BYTES_PER_SPACE) {
                bytesSinceSpace = 0;
                begin();
                exchange.write(ByteBuffer.wrap(new byte[] {' '}));
            }
        }
    }

    /** One that cannot be read does not hide the others. */
    private Optional<FragmentHeader> header(FragmentName name) throws IOException {
        try {
            return read(name);
        } catch (UnreadableHeaderException e) {
            return Optional.empty();
        } catch (UnreadableMediumException | FileSystemException e) {
            LOG.atError().addKeyValue("fragment", name).log("cannot be read: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private Optional<FragmentHeader> read(FragmentName name) throws IOException {
        Optional<Blob> blob = blobs.open(name, 0, BinaryFragmentFormat.MAX_HEADER_BYTES);
        if (blob.isEmpty()) {
            return Optional.empty();
        }
        try (var bytes = Channels.newInputStream(blob.get().bytes())) {
            return Optional.of(format.read(bytes))
                    .filter(each -> FragmentName.of(each.id()).equals(name));
        }
    }
}
