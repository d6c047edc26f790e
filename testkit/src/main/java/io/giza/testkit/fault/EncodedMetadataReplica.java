package io.giza.testkit.fault;

import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.wire.HistoryCodec;
import io.giza.wire.MessageCodec;
import io.giza.wire.TableCodec;

/**
 * A replica that is asked and answers in the bytes of production, so that what a codec loses is
 * lost in simulations, too. What a codec refuses to read back is a bug and ends the run.
 *
 * @param replica the replica
 */
record EncodedMetadataReplica(MetadataReplica replica) implements MetadataReplica {
    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        Message read = MessageCodec.decodeMessage(MessageCodec.encode(message));
        return MessageCodec.decodeAnswer(MessageCodec.encode(replica.send(read)));
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        Scan read = MessageCodec.decodeScan(MessageCodec.encode(scan));
        return MessageCodec.decodePage(MessageCodec.encode(replica.scan(read)));
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        TableOrder read = TableCodec.decodeOrder(TableCodec.encode(order));
        return TableCodec.decodeReport(TableCodec.encode(replica.order(read)));
    }

    @Override
    public History history(Range range) throws ReplicaException {
        Range read = HistoryCodec.decodeRange(HistoryCodec.encode(range));
        return HistoryCodec.decodeHistory(HistoryCodec.encode(replica.history(read)));
    }
}
