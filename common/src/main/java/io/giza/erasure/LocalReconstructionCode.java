package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The local reconstruction code of Huang et al., "Erasure Coding in Windows Azure Storage" (2012):
 * exclusive-or parities of the groups, and global parities that make it maximally recoverable.
 */
final class LocalReconstructionCode implements ErasureCode {
    private final Coding.LocalReconstruction scheme;
    private final CodingKernel kernel;
    private final GeneratorMatrix generator;
    private final CodingKernel.Transform parity;

    LocalReconstructionCode(Coding.LocalReconstruction scheme, CodingKernel kernel) {
        this.scheme = scheme;
        this.kernel = kernel;
        generator = GeneratorMatrix.localReconstruction(scheme);
        int[] parityRows = new int[scheme.fragments() - scheme.dataFragments()];
        Arrays.setAll(parityRows, i -> scheme.dataFragments() + i);
        parity = kernel.prepare(generator.select(parityRows).coefficients());
    }

    @Override
    public Coding coding() {
        return scheme;
    }

    @Override
    public void encode(byte[][] shards, int offset, int length) {
        if (shards.length != scheme.fragments()) {
            throw new IllegalArgumentException(
                    scheme + " has " + scheme.fragments() + " shards, not " + shards.length);
        }
        byte[][] data = Arrays.copyOf(shards, scheme.dataFragments());
        byte[][] computed = Arrays.copyOfRange(shards, scheme.dataFragments(), shards.length);
        parity.apply(data, computed, offset, length);
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
        if (Arrays.stream(sources).distinct().count() != sources.length) {
            throw new IllegalArgumentException("repeated sources: " + Arrays.toString(sources));
        }
        return kernel.prepare(generator.expressing(wanted, sources).coefficients())::apply;
    }

    private static int lost(List<Integer> wanted, Set<Integer> shards) {
        return (int) wanted.stream().filter(i -> !shards.contains(i)).count();
    }
}
