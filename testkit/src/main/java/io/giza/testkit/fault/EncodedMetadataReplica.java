package io.giza.testkit.fault;

import io.giza.model.DcName;
import io.giza.record.FormatException;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.wire.HistoryCodec;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageCodec;
import io.giza.wire.ScanCodec;
import io.giza.wire.TableCodec;

import java.util.function.Function;

/**
 * A replica that is asked and answers in the bytes of production, so that what a codec loses is
 * lost in simulations, too. What a codec refuses to read back is a bug and ends the run, unless the
 * network changed it.
 *
 * @param replica the replica
 * @param network may change a bit of what crosses it
 */
record EncodedMetadataReplica(MetadataReplica replica, Network network) implements MetadataReplica {
    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        Message read = decodeRequest(MessageCodec.encode(message), MessageCodec::decodeMessage);
        return decodeReply(MessageCodec.encode(replica.send(read)), MessageCodec::decodeAnswer);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        Scan read = decodeRequest(ScanCodec.encode(scan), ScanCodec::decodeScan);
        return decodeReply(ScanCodec.encode(replica.scan(read)), ScanCodec::decodePage);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        TableOrder read = decodeRequest(TableCodec.encode(order), TableCodec::decodeOrder);
        return decodeReply(TableCodec.encode(replica.order(read)), TableCodec::decodeReport);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        Range read = decodeRequest(HistoryCodec.encode(range), HistoryCodec::decodeRange);
        return decodeReply(HistoryCodec.encode(replica.history(read)), HistoryCodec::decodeHistory);
    }

    private <T> T decodeRequest(byte[] sent, Function<byte[], T> decoder) throws ReplicaException {
        byte[] arrived = network.carry(sent);
        if (network.comparesChecksums() && isDamaged(sent, arrived)) {
            throw new ReplicaException.Refused(dc(), "the message was damaged on the way", null);
        }
        try {
            return decoder.apply(arrived);
        } catch (FormatException e) {
            throw expected(new ReplicaException.Refused(dc(), "unreadable", e), sent, arrived);
        }
    }

    private <T> T decodeReply(byte[] sent, Function<byte[], T> decoder) throws ReplicaException {
        byte[] arrived = network.carry(sent);
        if (network.comparesChecksums() && isDamaged(sent, arrived)) {
            throw new ReplicaException.Failed(dc(), "its answer was damaged on the way", null);
        }
        try {
            return decoder.apply(arrived);
        } catch (FormatException e) {
            throw expected(new ReplicaException.Failed(dc(), "unreadable", e), sent, arrived);
        }
    }

    /** Returns what a receiver says of bytes that it cannot read, if they are not what was sent. */
    private static ReplicaException expected(
            ReplicaException refusal, byte[] sent, byte[] arrived) {
        if (!isDamaged(sent, arrived)) {
            throw new AssertionError("a codec does not read what it wrote", refusal);
        }
        return refusal;
    }

    private static boolean isDamaged(byte[] sent, byte[] arrived) {
        return !MessageChecksum.of(arrived).equals(MessageChecksum.of(sent));
    }
}
