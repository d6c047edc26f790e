package io.giza.bench.azurite;

import io.giza.azure.AzureAccount;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.StripeLayout;
import io.giza.fragment.store.AzureBlobStore;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.AzureRowTable;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Command;
import io.giza.model.FragmentId;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.FragmentName;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.stripe.FragmentHeader;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Our table and our blob store, with the settings that services have. */
final class GizaStores implements Contender {
    private static final BucketId BUCKET = new BucketId(new UUID(7, 11));
    private static final int LARGE_BUFFERS = 16;

    private final Payload payload;
    private final AzureRowTable table;
    private final AzureBlobStore store;
    private final SecureRandom random = new SecureRandom();

    /** Opens both, in a table and a container of their own. */
    GizaStores(AzuriteProcess azurite, Payload payload) throws RowTableException {
        this.payload = payload;
        AzureAccount account =
                AzureSettings.of(azurite.connectionString())
                        .withNames("own-store", "ownrows")
                        .toAccount("giza.bench");
        VirtualThreads threads = new VirtualThreads();
        table = AzureRowTable.open(account, new Surroundings(threads, threads, random));
        store = AzureBlobStore.open(account, new BlockBuffers(LARGE_BUFFERS), threads);
    }

    @Override
    public String label() {
        return "giza";
    }

    @Override
    public Optional<Action> prepare(Task task, int number) throws IOException, RowTableException {
        return switch (task) {
            case ROW_WRITE -> Optional.empty();
            case ROW_LOAD -> Optional.of(new ClientRow(task, number)::load);
            case ROW_UPDATE -> Optional.of(new ClientRow(task, number)::update);
            case BLOB_PUT -> Optional.of(() -> create(payload.blob(), 1));
            case BLOB_STAGE -> Optional.of(() -> create(payload.block(), Task.BLOCKS));
            case BLOB_GET -> stored();
        };
    }

    private Optional<Action> stored() throws IOException {
        FragmentName name = create(payload.blob(), 1);
        return Optional.of(() -> read(name));
    }

    /** The row of one client. */
    private final class ClientRow {
        private final ObjectKey key;
        private final Entry version;
        private long writes;

        ClientRow(Task task, int number) throws RowTableException {
            key = new ObjectKey(BUCKET, task.name().toLowerCase(Locale.ROOT) + "-" + number);
            version = Entry.learned(1, value(filling()));
            write(null);
        }

        /** Returns the bytes of a value with which the row takes as many as it should. */
        private byte[] filling() {
            int envelope = StoredRowCodec.encode(row(Entry.learned(1, value(new byte[0])))).size();
            byte[] filling = new byte[payload.row().length - envelope];
            System.arraycopy(payload.row(), 0, filling, 0, filling.length);
            return filling;
        }

        private Value value(byte[] body) {
            return new Value(
                    1,
                    new PutId(new UUID(1, 1)),
                    0,
                    new OpId(new UUID(2, 2)),
                    new Command.Put(Mode.UNVERSIONED, Bytes.copyOf(body)));
        }

        private StoredRow row(Entry entry) {
            return StoredRow.whole(new Row(1, 0, writes, 1, List.of(entry), Slot.UNTOUCHED));
        }

        private void write(@Nullable Tag expected) throws RowTableException {
            writes++;
            if (!table.store(key, row(version), expected)) {
                throw changed();
            }
        }

        private TaggedRow read() throws RowTableException {
            TaggedRow found = table.load(key).orElseThrow(this::changed);
            if (found.row().fence() != writes) {
                throw changed();
            }
            return found;
        }

        void load() throws RowTableException {
            var _ = read();
        }

        void update() throws RowTableException {
            write(read().tag());
        }

        private IllegalStateException changed() {
            return new IllegalStateException(key + " was changed by somebody else");
        }
    }

    private FragmentName create(byte[] part, int times) throws IOException {
        FragmentId id =
                new FragmentId("default", new ObjectKey(BUCKET, "object"), PutId.random(random), 0);
        long length = (long) times * part.length;
        FragmentHeader header =
                new FragmentHeader(
                        FragmentHeader.Kind.DATA,
                        id,
                        new StripeLayout(new Coding.ReedSolomon(2, 1), 4 << 20, 2 * length),
                        0,
                        1);
        FragmentName name = FragmentName.of(id);
        try (BlobUpload upload = store.begin(name, header, length)) {
            for (int i = 0; i < times; i++) {
                upload.write(part, 0, part.length);
            }
            if (!upload.create()) {
                throw new IllegalStateException(name + " was there already");
            }
        }
        return name;
    }

    private void read(FragmentName name) throws IOException {
        Blob blob =
                store.open(name, 0, Long.MAX_VALUE)
                        .orElseThrow(() -> new IllegalStateException(name + " is gone"));
        try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
            payload.verify(bytes);
        }
    }

    @Override
    public void close() {
        store.close();
        table.close();
    }
}
