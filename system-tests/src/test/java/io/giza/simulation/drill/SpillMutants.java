package io.giza.simulation.drill;

import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.RowTable;
import io.giza.paxos.Entry;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.simulation.cluster.Protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keeping of long rows with one rule broken each. */
final class SpillMutants {
    private SpillMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("head stored before the segment it refers to", new HeadFirst());
        mutants.put("news of a version in a segment lost", new DeafToOldVersions());
        mutants.put("segment left by another writer taken as it is", new TakesAnySegment());
        mutants.put("segment left by another writer overwritten", new OverwritesSegments());
        return mutants;
    }

    private static final class HeadFirst extends Protocol {
        @Override
        public boolean insertsSegmentsFirst() {
            return false;
        }
    }

    private static final class DeafToOldVersions extends Protocol {
        @Override
        public SpillingRows rows(RowTable table, RowLimits limits, RowMetrics metrics) {
            return new SpillingRows(table, limits, metrics) {
                @Override
                protected List<Entry> lateResolutions(StoredRow stored, List<Entry> tail) {
                    return List.of();
                }
            };
        }
    }

    private static final class TakesAnySegment extends Protocol {
        @Override
        public SpillingRows rows(RowTable table, RowLimits limits, RowMetrics metrics) {
            return new SpillingRows(table, limits, metrics) {
                @Override
                protected Segment mergeLeftover(Segment there, Segment own) {
                    return there;
                }
            };
        }
    }

    private static final class OverwritesSegments extends Protocol {
        @Override
        public SpillingRows rows(RowTable table, RowLimits limits, RowMetrics metrics) {
            return new SpillingRows(table, limits, metrics) {
                @Override
                protected Segment mergeLeftover(Segment there, Segment own) {
                    return own;
                }
            };
        }
    }
}
