package io.giza.wire;

import io.giza.model.DcName;
import io.giza.replica.Topology;

import java.net.URI;
import java.util.List;

/** A topology, the same on every call. */
final class TopologySample {
    static final Topology TOPOLOGY =
            new Topology(
                    7,
                    List.of(
                            new Topology.DataCenter(
                                    new DcName("dc1"),
                                    URI.create("https://dc1.example:9001"),
                                    URI.create("https://dc1.example:9002"),
                                    "europe"),
                            new Topology.DataCenter(
                                    new DcName("dc2"),
                                    URI.create("http://[fd00::2]:9001"),
                                    URI.create("http://[fd00::2]:9002"),
                                    "",
                                    6,
                                    URI.create("http://[fd00::2]:9000"),
                                    7)));

    private TopologySample() {}
}
