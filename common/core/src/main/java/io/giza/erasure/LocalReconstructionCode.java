package io.giza.erasure;

import io.giza.model.Coding;

import java.util.List;
import java.util.Set;

/**
 * The local reconstruction code of Huang et al., "Erasure Coding in Windows Azure Storage" (2012):
 * exclusive-or parities of the groups, and global parities that make it maximally recoverable.
 */
final class LocalReconstructionCode implements ErasureCode {
    private final Coding.LocalReconstruction scheme;
    private final LinearCode code;

    LocalReconstructionCode(Coding.LocalReconstruction scheme, CodingKernel kernel) {
        this.scheme = scheme;
        code = new LinearCode(scheme, GeneratorMatrix.localReconstruction(scheme), kernel);
    }

    @Override
    public Coding coding() {
        return scheme;
    }

    @Override
    public void encode(byte[][] shards, int offset, int length) {
        code.encode(shards, offset, length);
    }

    /**
     * The paper's check (section 2.2): a local parity that is there takes the place of one lost
     * data shard of its group; what is lost then, of data and global parities, must be no more than
     * there are global parities.
     */
    @Override
    public boolean isDecodable(Set<Integer> shards) {
        int lost = 0;
        for (List<Integer> group : scheme.localGroups()) {
            int lostData = lost(group.subList(0, scheme.groupSize()), shards);
            boolean swap = lostData > 0 && shards.contains(group.getLast());
            lost += swap ? lostData - 1 : lostData;
        }
        for (int global = 0; global < scheme.globalParities(); global++) {
            if (!shards.contains(scheme.fragments() - 1 - global)) {
                lost++;
            }
        }
        return lost <= scheme.globalParities();
    }

    @Override
    public Reconstruction reconstruction(int[] sources, int[] wanted) {
        return code.reconstruction(sources, wanted);
    }

    private static int lost(List<Integer> wanted, Set<Integer> shards) {
        return (int) wanted.stream().filter(i -> !shards.contains(i)).count();
    }
}
