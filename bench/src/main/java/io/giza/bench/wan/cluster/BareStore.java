package io.giza.bench.wan.cluster;

import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.BlockChecksum;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.BinaryFragmentFormat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The fragments of one data center without anything around them: one request to store a fragment or
 * to read it, by the client that gateways use. No operation of Giza can be faster than the slowest
 * such request that it needs.
 */
public final class BareStore implements AutoCloseable {
    private static final BinaryFragmentFormat FORMAT = new BinaryFragmentFormat();
    private static final ObjectKey KEY = new ObjectKey(new BucketId(new UUID(1, 1)), "bare");
    private static final int PIECE = 1 << 20;

    private final ServiceClient client;
    private final FragmentStore store;

    /**
     * A fragment that is ready to be stored.
     *
     * @param id its name
     * @param bytes all of it, header and checksums included
     */
    public record Fragment(FragmentId id, ByteBuffer bytes) {}

    /** Reaches a fragment-service, through a relay if that is where the endpoint leads. */
    public BareStore(DcName dc, URI endpoint, String token) {
        client = new ServiceClient(ServiceClient.Settings.of(token));
        store = new HttpFragmentStore(dc, endpoint, client);
    }

    /** Makes a fragment with a name of its own, as one of an object would be. */
    public static Fragment fragment(StripeLayout layout) {
        FragmentId id = new FragmentId("default", KEY, new PutId(UUID.randomUUID()), 0);
        byte[] header =
                FORMAT.encode(new FragmentHeader(FragmentHeader.Kind.DATA, id, layout, 0, 1));
        ByteBuffer bytes =
                ByteBuffer.allocate(Math.toIntExact(header.length + layout.bodyLength()));
        bytes.put(header);
        BlockChecksum checksum = new BlockChecksum(id, layout);
        byte[] block = new byte[StripeLayout.BLOCK_BYTES];
        for (long stripe = 0; stripe < layout.stripes(); stripe++) {
            for (int number = 0; number < layout.blocks(stripe); number++) {
                int length = layout.blockLength(stripe, number);
                bytes.put(block, 0, length);
                bytes.putInt(
                        checksum.of(new BlockChecksum.Place(stripe, number, length), block, 0));
            }
        }
        return new Fragment(id, bytes.flip());
    }

    /** Stores a fragment, and returns when it is durable. */
    public void put(Fragment fragment) throws IOException {
        ByteBuffer bytes = fragment.bytes.duplicate();
        try (FragmentUpload upload = store.create(fragment.id, bytes.remaining())) {
            int end = bytes.limit();
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + PIECE));
                upload.write(bytes);
            }
            upload.complete();
        } catch (ReplicaException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Reads a fragment that was stored.
     *
     * @throws IOException if it is not there whole
     */
    public void get(Fragment fragment) throws IOException {
        long length = fragment.bytes.remaining();
        switch (read(fragment.id, length)) {
            case FragmentStore.FragmentRead.Found(InputStream found) -> {
                try (found) {
                    long count = found.transferTo(OutputStream.nullOutputStream());
                    if (count != length) {
                        throw new IOException(count + " bytes of " + length + " came");
                    }
                }
            }
            case FragmentStore.FragmentRead.Absent() ->
                    throw new IOException("the fragment that was stored is not there");
        }
    }

    private FragmentStore.FragmentRead read(FragmentId id, long length) throws IOException {
        try {
            return store.read(id, 0, length);
        } catch (ReplicaException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
