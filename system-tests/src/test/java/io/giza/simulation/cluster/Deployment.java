package io.giza.simulation.cluster;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.testkit.fixture.Samples;

import java.util.List;

/**
 * The data centers of a cluster.
 *
 * @param coding the scheme of objects that are not small
 * @param metadataDcs how many data centers, from the first on, agree on metadata
 * @param dataDcs how many there are; all hold fragments
 */
public record Deployment(Coding coding, int metadataDcs, int dataDcs) {
    /** All agree on metadata, and any one of them may be missing. */
    public static Deployment of(int dataCenters) {
        return new Deployment(new Coding.ReedSolomon(dataCenters - 1, 1), dataCenters, dataCenters);
    }

    /** Three agree on metadata, and the code has local groups. */
    public static Deployment local(String coding) {
        Coding scheme = Coding.parse(coding);
        return new Deployment(scheme, 3, scheme.fragments());
    }

    /** Three agree on metadata, and there are more of them than an object has fragments. */
    public static Deployment spare(String coding, int dataCenters) {
        return new Deployment(Coding.parse(coding), 3, dataCenters);
    }

    public List<DcName> names() {
        return Samples.dataCenters(dataDcs);
    }

    List<DcName> metadata() {
        return names().subList(0, metadataDcs);
    }
}
