package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.recovery.audit.Expectation.Rules;
import io.giza.recovery.rows.RowDifference;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.version.VersionAccess;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Goes over the rows of a key space, and tells of each what it says must lie in the stores. */
final class AuditRows {
    private final VersionAccess access;
    private final AuditTally tally;
    private final RowWalk walk;

    AuditRows(VersionAccess access, AuditTally tally) {
        this.access = access;
        this.tally = tally;
        this.walk = new RowWalk(access);
    }

    /** Hears of each row. */
    interface Visitor {
        /** A row that is there, what it says, and how the data centers' rows differ. */
        void visit(ObjectKey key, Expectation expectation, RowDifference difference);
    }

    /** Tells which keys are of interest. */
    interface Filter {
        boolean accepts(ObjectKey key);
    }

    /**
     * Goes over a key space.
     *
     * @return whether it came to the end, whoever answered
     */
    boolean walk(BucketId space, Filter filter, Visitor visitor, BooleanSupplier mayContinue) {
        boolean all =
                walk.walk(
                        new TreeSet<>(Set.of(space)),
                        new Position(space, ""),
                        (key, held) -> {
                            boolean read = !filter.accepts(key) || visit(key, held, visitor);
                            noteUnanswered(held);
                            return read;
                        },
                        mayContinue);
        if (!all) {
            tally.unanswered("rows of " + space);
        }
        return walk.isAtEnd();
    }

    private void noteUnanswered(Map<DcName, Row> held) {
        access.metadata().group().names().stream()
                .filter(dc -> !held.containsKey(dc))
                .forEach(dc -> tally.unanswered("rows of " + dc));
    }

    private boolean visit(ObjectKey key, Map<DcName, Row> held, Visitor visitor) {
        RowDifference difference = RowDifference.of(held);
        Optional<Row> whole = access.withOlder(key, difference.most().orNextGeneration());
        if (whole.isEmpty()) {
            return false;
        }
        Rules rules = new Rules(access.format(), access.rules().maySupersede(key));
        visitor.visit(key, Expectation.of(key, whole.get(), held.values(), rules), difference);
        return true;
    }
}
