package io.giza.simulation.drill;

import io.giza.erasure.ErasureCode;
import io.giza.membership.Membership;
import io.giza.paxos.Entry;
import io.giza.simulation.cluster.Protocol;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentState;
import io.giza.version.FragmentAdmission;
import io.giza.version.VersionRules;
import io.giza.version.Visibility;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The replacement of a fragment store with one rule broken each. */
final class FragmentMutants {
    /** What garbage collection and repair must notice as well as the replacement of a store. */
    static final String POISON_FOR_DATA = "poison taken for a rebuilt fragment";

    private FragmentMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put(
                "forgotten fragment reported as absent",
                admitting(
                        new FragmentAdmission() {
                            @Override
                            public boolean knowsAbsence(Membership membership) {
                                return true;
                            }
                        }));
        mutants.put(
                "data of an old epoch accepted",
                admitting(
                        new FragmentAdmission() {
                            @Override
                            protected boolean isTooOld(
                                    Membership membership, FragmentHeader header) {
                                return false;
                            }
                        }));
        mutants.put(
                "poison of an old epoch accepted",
                admitting(
                        new FragmentAdmission() {
                            @Override
                            protected boolean isTooOldPoison(
                                    Membership membership, FragmentHeader header) {
                                return false;
                            }

                            @Override
                            protected boolean mayBePoisoned(Membership membership) {
                                return true;
                            }
                        }));
        mutants.put("forgotten fragment taken for absent by a reader", ruled(new Forgetful()));
        mutants.put("version condemned that others decode", ruled(new Hasty()));
        mutants.put("version given up though it was seen", ruled(new Forced()));
        mutants.put(POISON_FOR_DATA, ruled(new Content()));
        mutants.put("filling handed on past what is not settled", ruled(new Careless()));
        return mutants;
    }

    private static Protocol admitting(FragmentAdmission admission) {
        return new Protocol() {
            @Override
            public FragmentAdmission fragmentAdmission() {
                return admission;
            }
        };
    }

    private static Protocol ruled(VersionRules rules) {
        return new Protocol() {
            @Override
            public VersionRules versions() {
                return rules;
            }
        };
    }

    private static final class Forgetful extends VersionRules {
        @Override
        public Visibility judge(ErasureCode code, List<FragmentState> states) {
            return super.judge(
                    code,
                    states.stream()
                            .map(s -> s == FragmentState.FORGOTTEN ? FragmentState.ABSENT : s)
                            .toList());
        }
    }

    /** What is not there now, or out of reach, is thought to be lost as well. */
    private static final class Hasty extends VersionRules {
        @Override
        public boolean isLostWithItsStore(ErasureCode code, List<FragmentState> states) {
            return !code.isDecodable(indices(states, Set.of(FragmentState.DATA)));
        }
    }

    private static final class Forced extends VersionRules {
        @Override
        public boolean mayAbandon(Entry entry) {
            return true;
        }
    }

    private static final class Careless extends VersionRules {
        @Override
        public boolean mayRecordProgress(boolean settled) {
            return true;
        }
    }

    private static final class Content extends VersionRules {
        @Override
        public boolean isRebuilt(FragmentState state) {
            return state == FragmentState.DATA || state == FragmentState.POISON;
        }
    }
}
