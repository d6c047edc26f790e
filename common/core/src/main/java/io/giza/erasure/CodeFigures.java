package io.giza.erasure;

import io.giza.model.Coding;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a scheme costs and gives, per byte of the object (Giza, section 2 and table 1; local
 * reconstruction, section 3). Pure.
 *
 * @param coding the scheme
 * @param fragments n, a data center each
 * @param overhead bytes stored
 * @param toleratedLosses how many fragments may be lost whichever they are
 * @param nextLossesDecodable the part of the losses of one more that decode, too
 * @param dataRepairReads fragments read to rebuild one of data
 * @param averageRepairReads fragments read to rebuild any one, on average
 * @param putTraffic bytes that a put sends to other data centers; one fragment stays
 * @param getTraffic bytes that a get takes from other data centers; one fragment is there
 * @param rebuildTraffic bytes that go between data centers per byte of a lost one that is rebuilt
 * @param mttfYears the mean time to a loss of data, {@link Reliability#PAPER}, as in its table
 * @param mttfYearsRepairCost the same with the reads of a repair counted, as in its text
 */
public record CodeFigures(
        String coding,
        int fragments,
        double overhead,
        int toleratedLosses,
        double nextLossesDecodable,
        int dataRepairReads,
        double averageRepairReads,
        double putTraffic,
        double getTraffic,
        double rebuildTraffic,
        double mttfYears,
        double mttfYearsRepairCost) {
    /** Returns the figures of a scheme. */
    public static CodeFigures of(Coding coding) {
        double k = coding.dataFragments();
        int n = coding.fragments();
        int tolerated = coding.toleratedLosses();
        double averageReads = averageRepairReads(coding);
        return new CodeFigures(
                coding.toString(),
                n,
                n / k,
                tolerated,
                Losses.decodableShare(coding, tolerated + 1),
                repairReads(coding, 0),
                averageReads,
                (n - 1) / k,
                (k - 1) / k,
                averageReads,
                Reliability.PAPER.yearsToLoss(coding, Reliability.RepairCost.ONE),
                Reliability.PAPER.yearsToLoss(coding, Reliability.RepairCost.FRAGMENTS_READ));
    }

    /** Returns how many fragments are read to rebuild one, on average over all of them. */
    static double averageRepairReads(Coding coding) {
        return IntStream.range(0, coding.fragments())
                .map(fragment -> repairReads(coding, fragment))
                .average()
                .orElseThrow();
    }

    /** The rest of its local group, or as many as decode everything. */
    private static int repairReads(Coding coding, int fragment) {
        return coding.localGroups().stream()
                .filter(group -> group.contains(fragment))
                .mapToInt(List::size)
                .map(members -> members - 1)
                .findAny()
                .orElse(coding.dataFragments());
    }
}
