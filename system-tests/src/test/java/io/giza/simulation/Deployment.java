package io.giza.simulation;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.testkit.fixture.Samples;

import java.util.List;

/**
 * The data centers of a cluster.
 *
 * @param coding the scheme, a fragment in each data center
 * @param metadataDcs how many of them, from the first on, agree on metadata
 */
record Deployment(Coding coding, int metadataDcs) {
    /** All agree on metadata, and any one of them may be missing. */
    static Deployment of(int dataCenters) {
        return new Deployment(new Coding.ReedSolomon(dataCenters - 1, 1), dataCenters);
    }

    /** Three agree on metadata, and the code has local groups. */
    static Deployment local(String coding) {
        return new Deployment(Coding.parse(coding), 3);
    }

    List<DcName> names() {
        return Samples.dataCenters(coding.fragments());
    }

    List<DcName> metadata() {
        return names().subList(0, metadataDcs);
    }
}
