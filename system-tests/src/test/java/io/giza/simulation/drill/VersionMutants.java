package io.giza.simulation.drill;

import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;
import io.giza.erasure.ErasureCode;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.recovery.StoreLossAfterPutScenario;
import io.giza.simulation.version.AbandonAfterReadScenario;
import io.giza.simulation.version.PoisonRetentionScenario;
import io.giza.simulation.version.ReadDuringCollectionScenario;
import io.giza.simulation.version.VersionScenario;
import io.giza.stripe.FragmentState;
import io.giza.version.PoisonAge;
import io.giza.version.VersionRules;
import io.giza.version.Visibility;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules about versions with one of them broken each. */
final class VersionMutants {
    /**
     * What {@link ReadDuringCollectionScenario} must notice, all others being for {@link
     * VersionScenario}.
     */
    static final String NO_SECOND_READ = "version passed over without a second read";

    /** What {@link AbandonAfterReadScenario} must notice. */
    static final String SHOWN_UNRECORDED = "shown without what it needs and without a record";

    /** What {@link StoreLossAfterPutScenario} must notice. */
    static final String FORGOTTEN_LACKING = "fragment that a store forgot taken for lacking";

    /** What {@link PoisonRetentionScenario} must notice. */
    static final String AGE_OF_WRITING = "poison's age counted from its writing";

    private VersionMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("version given up without poison", ruled(new WithoutPoison()));
        mutants.put("version given up for a poison that it does not need", ruled(new AnyPoison()));
        mutants.put(
                "given up after a record says that it is visible",
                ruled(new GivesUpWhatIsVisible()));
        mutants.put(
                "acknowledged without what it needs and without a record",
                ruled(new TellsOfWhatDecodes()));
        mutants.put("slow put acknowledged unasked", ruled(new NeverConfirms()));
        mutants.put("fragments collected before the decision", ruled(new CollectsAnything()));
        mutants.put("poison deleted at once", ruled(new KeepsNoPoison()));
        mutants.put("tags of a version that is deleted", ruled(new AnnotatesAnything()));
        mutants.put("superseded by a null that was not visible", ruled(new AnyNullSupersedes()));
        mutants.put("given up as if it had been deleted", ruled(new GivesUpAsDeleted()));
        return mutants;
    }

    /** Returns the mutants that changes of a bucket's versioning show. */
    static Map<String, Protocol> ofVersioning() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("versioning known for ever", ruled(new NeverAsksAgain()));
        mutants.put("versioning known while a machine is suspended", ruled(new KnowsNoWallClock()));
        mutants.put("change of versioning shown by a get at once", ruled(new TellsWhatIsDecided()));
        mutants.put("change of versioning told of at once", ruled(new TellsAtOnce()));
        return mutants;
    }

    /** Returns the mutant that {@link AbandonAfterReadScenario} must notice. */
    static Protocol withoutRecord() {
        return ruled(new ShowsWhatDecodes());
    }

    /** Returns the mutant that {@link StoreLossAfterPutScenario} must notice. */
    static Protocol takingForgottenForLacking() {
        return ruled(new LacksWhatIsForgotten());
    }

    /** Returns the mutant that the directed scenario must notice. */
    static Protocol withoutSecondRead() {
        return ruled(new PassesOverAtOnce());
    }

    /** Returns the mutant that is seen only when poison is a day older than what it is for. */
    static Protocol byAgeOfWriting() {
        return ruled(new CountsFromWriting());
    }

    /** Returns the mutant that only a code without the property of Reed-Solomon's can show. */
    static Map<String, Protocol> ofLocalGroups() {
        return Map.of("any k fragments taken to decode", ruled(new Counts()));
    }

    private static Protocol ruled(VersionRules rules) {
        return new Protocol() {
            @Override
            public VersionRules versions() {
                return rules;
            }
        };
    }

    private static final class Counts extends VersionRules {
        @Override
        public Visibility judge(ErasureCode code, List<FragmentState> states) {
            int k = code.coding().dataFragments();
            int data = indices(states, Set.of(FragmentState.DATA)).size();
            int possible = data + indices(states, Set.of(FragmentState.UNKNOWN)).size();
            return data >= k
                    ? Visibility.VISIBLE
                    : possible >= k ? Visibility.UNCLEAR : Visibility.INVISIBLE;
        }
    }

    private static final class WithoutPoison extends VersionRules {
        @Override
        public Set<Integer> toPoison(List<FragmentState> states) {
            return Set.of();
        }

        @Override
        public boolean mayAbandon(Manifest.Fragmented data, List<FragmentState> states) {
            return judgeVisibility(data, states) == Visibility.INVISIBLE;
        }
    }

    /** Somebody may have seen all that the version needs, and shown it. */
    private static final class AnyPoison extends VersionRules {
        @Override
        public boolean mayAbandon(Manifest.Fragmented data, List<FragmentState> states) {
            return states.contains(FragmentState.POISON);
        }
    }

    /** Whoever gives the version up finds no record, and that something was never there. */
    private static final class ShowsWhatDecodes extends VersionRules {
        @Override
        public Visibility judgeVisibility(Manifest.Fragmented data, List<FragmentState> states) {
            return judge(ErasureCode.of(data.coding()), states);
        }
    }

    private static final class LacksWhatIsForgotten extends VersionRules {
        @Override
        public boolean isLacking(FragmentState state) {
            return state == FragmentState.FORGOTTEN || super.isLacking(state);
        }
    }

    private static final class TellsOfWhatDecodes extends VersionRules {
        @Override
        public boolean needsRecord(Manifest.Fragmented data, Set<Integer> stored) {
            return false;
        }
    }

    private static final class GivesUpWhatIsVisible extends VersionRules {
        @Override
        public boolean mayAbandon(Entry entry) {
            return true;
        }
    }

    private static final class NeverConfirms extends VersionRules {
        @Override
        public boolean mustConfirm(Duration sincePropose, Duration confirmAfter) {
            return false;
        }
    }

    private static final class CollectsAnything extends VersionRules {
        @Override
        public boolean mayCollect(Row row, long version) {
            return true;
        }
    }

    private static final class KeepsNoPoison extends VersionRules {
        @Override
        public boolean keepsPoison(PoisonAge age) {
            return false;
        }
    }

    private static final class CountsFromWriting extends VersionRules {
        @Override
        public Duration ageOfPoison(Duration written, Duration decided) {
            return written;
        }
    }

    private static final class AnnotatesAnything extends VersionRules {
        @Override
        public boolean mayAnnotate(Fold.VersionState standing) {
            return true;
        }
    }

    private static final class NeverAsksAgain extends VersionRules {
        @Override
        public boolean isFresh(Duration age, Duration freshness) {
            return true;
        }
    }

    private static final class TellsAtOnce extends VersionRules {
        @Override
        public Duration reportDelay(Duration freshness) {
            return Duration.ZERO;
        }
    }

    private static final class KnowsNoWallClock extends VersionRules {
        @Override
        public Duration age(Moment asked, Time time) {
            return Duration.ofNanos(time.nanos() - asked.nanos());
        }
    }

    private static final class TellsWhatIsDecided extends VersionRules {
        @Override
        public Versioning reportedVersioning(BucketRecord bucket) {
            return bucket.versioning();
        }
    }

    private static final class AnyNullSupersedes extends VersionRules {
        @Override
        public boolean supersedes(List<FragmentState> later) {
            return true;
        }
    }

    private static final class GivesUpAsDeleted extends VersionRules {
        @Override
        public DeletionReason abandonmentReason() {
            return DeletionReason.DELETED;
        }
    }

    private static final class PassesOverAtOnce extends VersionRules {
        @Override
        public boolean mayPassOver(Row now, Row before, Entry entry) {
            return true;
        }
    }
}
