package io.giza.topology;

import io.giza.model.Bytes;
import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import org.jspecify.annotations.Nullable;

import java.net.URI;

/**
 * Topologies as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record      := epoch list(data-center)
 * data-center := name metadata fragments gateway group since moved
 * gateway     := text, empty if none is known
 * </pre>
 */
public final class TopologyCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private TopologyCodec() {}

    /** Encodes a topology. */
    public static Bytes encode(Topology topology) {
        return new BinaryWriter()
                .count(topology.epoch())
                .list(topology.dataCenters(), TopologyCodec::write)
                .toBytes();
    }

    private static void write(BinaryWriter writer, DataCenter dc) {
        URI gateway = dc.gateway();
        writer.text(dc.name().value())
                .text(dc.metadata().toString())
                .text(dc.fragments().toString())
                .text(gateway == null ? "" : gateway.toString())
                .text(dc.group())
                .count(dc.since())
                .count(dc.moved());
    }

    /**
     * Decodes the topology of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     topology
     */
    public static Topology decode(Value value) {
        return BinaryReader.decode(
                "topology",
                value,
                FORMAT,
                reader -> new Topology(reader.count(), reader.list(TopologyCodec::dataCenter)));
    }

    private static DataCenter dataCenter(BinaryReader reader) {
        DcName name = new DcName(reader.text());
        URI metadata = URI.create(reader.text());
        URI fragments = URI.create(reader.text());
        @Nullable URI gateway = optional(reader.text());
        return new DataCenter(
                name, metadata, fragments, reader.text(), reader.count(), gateway, reader.count());
    }

    private static @Nullable URI optional(String text) {
        return text.isEmpty() ? null : URI.create(text);
    }
}
