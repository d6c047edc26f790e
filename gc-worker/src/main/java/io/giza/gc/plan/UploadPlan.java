package io.giza.gc.plan;

import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.Value.Kind;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.version.PoisonAge;
import io.giza.version.UploadGarbage;
import io.giza.version.UploadGarbage.ObjectState;
import io.giza.version.VersionRules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What is to be done about an upload. Its row goes last, and only when all that was under way when
 * it ended has ended too, because nobody finds parts without it.
 *
 * @param deletions puts of parts, or of their list, that nobody needs any more: delete by decision
 * @param isRowRemovable whether nothing is left of it or will be: remove its row
 */
public record UploadPlan(List<PartDeletion> deletions, boolean isRowRemovable) {
    public UploadPlan {
        deletions = List.copyOf(deletions);
    }

    /**
     * A put that goes.
     *
     * @param key its row's key
     * @param row its row
     * @param version which of its versions
     */
    public record PartDeletion(ObjectKey key, Row row, VersionId version) {}

    /**
     * What is known of an upload.
     *
     * @param record what its row says
     * @param object what became of the version that it became
     * @param isPartOfObject tells whether that version is made of a put
     * @param parts the rows of its parts and of their list, with their whole logs
     */
    public record View(
            UploadRecord record,
            ObjectState object,
            Predicate<PutId> isPartOfObject,
            SortedMap<ObjectKey, Row> parts) {
        public View {
            parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
        }
    }

    /** Plans for an upload, by the rules about what is needed. */
    public static UploadPlan of(View view, Instant now, VersionRules rules) {
        List<PartDeletion> deletions = new ArrayList<>();
        boolean isLeft = false;
        for (Map.Entry<ObjectKey, Row> part : view.parts().entrySet()) {
            Row row = part.getValue();
            isLeft |= row.chosen() > 0;
            Map<Long, Fold.VersionState> standings = Fold.versionStates(row);
            for (Entry entry : row.log()) {
                if (exists(standings, entry) && isGarbage(view, entry, rules)) {
                    PutId put = entry.value().id();
                    VersionId id = new VersionId(row.generation(), entry.version(), put);
                    deletions.add(new PartDeletion(part.getKey(), row, id));
                }
            }
        }
        boolean hasPoisonOutlived =
                endedAt(view)
                        .filter(at -> PoisonAge.of(Duration.between(at, now)) == PoisonAge.OUTLIVED)
                        .isPresent();
        return new UploadPlan(deletions, hasPoisonOutlived && !isLeft);
    }

    /** Tells whether there is anything to do. */
    public boolean hasWork() {
        return !deletions.isEmpty() || isRowRemovable;
    }

    private static boolean exists(Map<Long, Fold.VersionState> standings, Entry entry) {
        return entry.value().kind() == Kind.PUT
                && switch (standings.getOrDefault(entry.version(), new Fold.NoVersion())) {
                    case Fold.Live _, Fold.Superseded _ -> true;
                    case Fold.Deleted _, Fold.NoVersion _, Fold.NeedsOlder _ -> false;
                };
    }

    private static boolean isGarbage(View view, Entry entry, VersionRules rules) {
        return rules.mayDelete(
                UploadGarbage.judge(
                        Optional.of(view.record()),
                        entry.value().id(),
                        view.object(),
                        view.isPartOfObject()));
    }

    /** Returns when it ended, empty if it did not or its object stands. */
    private static Optional<Instant> endedAt(View view) {
        return switch (view.record().state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ -> Optional.empty();
            case UploadRecord.Aborted(Instant at) -> Optional.of(at);
            case UploadRecord.Completed completed ->
                    view.object() == ObjectState.GONE
                            ? Optional.of(completed.at())
                            : Optional.empty();
        };
    }
}
