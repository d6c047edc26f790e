package io.giza.wire;

import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Format 1 of a fragment's header. Numbers are big-endian:
 *
 * <pre>
 * "GZFR"  format:4  length:4  payload:length  CRC32C of all before:4
 *
 * payload: kind:1 (1 DATA, 2 POISON)  put id:16  index:4
 *          coding:4 (1 for Reed-Solomon, k, m, 0; 2 for local reconstruction, k, l, r)  stripe size:4  object size:8
 *          base:8  epoch:8  bucket id:16  account length:2  account  key length:2  key
 * </pre>
 *
 * The first of these lines holds for all formats, and so does {@link #MAX_HEADER_BYTES}: who does
 * not know a format can tell a header of it from a damaged one.
 */
public final class BinaryFragmentFormat implements FragmentFormat {
    /** Longer than any header. */
    public static final int MAX_HEADER_BYTES = 4096;

    private static final int MAGIC = 0x475A4652;
    private static final int FORMAT = 1;
    private static final int PREFIX_BYTES = 12;
    private static final int CHECKSUM_BYTES = 4;
    private static final int FIXED_PAYLOAD_BYTES = 73;
    private static final byte REED_SOLOMON = 1;
    private static final byte LOCAL_RECONSTRUCTION = 2;

    @Override
    public int headerLength(FragmentId id) {
        return PREFIX_BYTES
                + FIXED_PAYLOAD_BYTES
                + id.account().getBytes(StandardCharsets.UTF_8).length
                + id.key().name().getBytes(StandardCharsets.UTF_8).length
                + CHECKSUM_BYTES;
    }

    @Override
    public byte[] encode(FragmentHeader header) {
        FragmentId id = header.id();
        ByteBuffer target = ByteBuffer.allocate(headerLength(id));
        int payload = target.capacity() - PREFIX_BYTES - CHECKSUM_BYTES;
        target.putInt(MAGIC).putInt(FORMAT).putInt(payload);
        target.put((byte) (header.kind() == FragmentHeader.Kind.DATA ? 1 : 2));
        put(target, id.putId().value());
        target.putInt(id.index());
        switch (header.layout().coding()) {
            case Coding.ReedSolomon(int k, int m) ->
                    target.put(REED_SOLOMON).put((byte) k).put((byte) m).put((byte) 0);
            case Coding.LocalReconstruction(int k, int l, int r) ->
                    target.put(LOCAL_RECONSTRUCTION).put((byte) k).put((byte) l).put((byte) r);
        }
        target.putInt(header.layout().stripeSize()).putLong(header.layout().objectSize());
        target.putLong(header.base()).putLong(header.epoch());
        put(target, id.key().bucket().value());
        put(target, id.account());
        put(target, id.key().name());
        return target.putInt(checksum(target.array(), target.position())).array();
    }

    @Override
    public FragmentHeader read(InputStream bytes) throws IOException {
        byte[] prefix = bytes.readNBytes(PREFIX_BYTES);
        if (prefix.length < PREFIX_BYTES) {
            throw new UnreadableHeaderException("fragment header ends early");
        }
        ByteBuffer start = ByteBuffer.wrap(prefix);
        if (start.getInt() != MAGIC) {
            throw new UnreadableHeaderException("not a fragment");
        }
        int format = start.getInt();
        int payload = start.getInt();
        if (payload < 0 || payload > MAX_HEADER_BYTES) {
            throw new UnreadableHeaderException("fragment header has a length of " + payload);
        }
        byte[] rest = bytes.readNBytes(payload + CHECKSUM_BYTES);
        if (rest.length < payload + CHECKSUM_BYTES) {
            throw new UnreadableHeaderException("fragment header ends early");
        }
        byte[] all = Arrays.copyOf(prefix, PREFIX_BYTES + payload);
        System.arraycopy(rest, 0, all, PREFIX_BYTES, payload);
        if (checksum(all, all.length) != ByteBuffer.wrap(rest).getInt(payload)) {
            throw new UnreadableHeaderException("fragment header is damaged");
        }
        if (format != FORMAT) {
            throw new UnknownFormatException("unknown fragment format " + format);
        }
        try {
            return payload(ByteBuffer.wrap(rest, 0, payload));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new UnreadableHeaderException("fragment header makes no sense: " + e);
        }
    }

    private static FragmentHeader payload(ByteBuffer source) {
        FragmentHeader.Kind kind =
                switch (source.get()) {
                    case 1 -> FragmentHeader.Kind.DATA;
                    case 2 -> FragmentHeader.Kind.POISON;
                    default -> throw new IllegalArgumentException("unknown kind");
                };
        PutId putId = new PutId(uuid(source));
        int index = source.getInt();
        StripeLayout layout = new StripeLayout(coding(source), source.getInt(), source.getLong());
        long base = source.getLong();
        long epoch = source.getLong();
        BucketId bucket = new BucketId(uuid(source));
        String account = text(source);
        FragmentId id = new FragmentId(account, new ObjectKey(bucket, text(source)), putId, index);
        if (source.hasRemaining()) {
            throw new IllegalArgumentException(source.remaining() + " bytes too many");
        }
        return new FragmentHeader(kind, id, layout, base, epoch);
    }

    private static Coding coding(ByteBuffer source) {
        byte scheme = source.get();
        int first = Byte.toUnsignedInt(source.get());
        int second = Byte.toUnsignedInt(source.get());
        int third = Byte.toUnsignedInt(source.get());
        if (scheme == LOCAL_RECONSTRUCTION) {
            return new Coding.LocalReconstruction(first, second, third);
        }
        if (scheme != REED_SOLOMON || third != 0) {
            throw new IllegalArgumentException("unknown coding " + scheme);
        }
        return new Coding.ReedSolomon(first, second);
    }

    private static void put(ByteBuffer target, UUID value) {
        target.putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
    }

    private static void put(ByteBuffer target, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        target.putShort((short) bytes.length).put(bytes);
    }

    private static UUID uuid(ByteBuffer source) {
        return new UUID(source.getLong(), source.getLong());
    }

    private static String text(ByteBuffer source) {
        byte[] bytes = new byte[Short.toUnsignedInt(source.getShort())];
        source.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
