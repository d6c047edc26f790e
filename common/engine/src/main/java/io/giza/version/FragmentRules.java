package io.giza.version;

import io.giza.erasure.ErasureCode;
import io.giza.model.Manifest;
import io.giza.stripe.FragmentState;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rules by which is judged what was seen of a version's fragments. As with all {@link
 * VersionRules}, each is a method so that the mutation drill can break it.
 *
 * <p>The name of a fragment is a register that is written once, with DATA or with POISON. So
 * whether a version can ever be decoded is settled in one direction at most: once enough DATA is
 * there it stays until a deletion is decided, and once so much is POISON that the rest would not
 * decode, it never will.
 */
abstract class FragmentRules {
    /**
     * Rule: what a look at the fragments says. A fragment out of reach is not an absent one, and
     * neither is one that a store forgot.
     */
    public Visibility judge(ErasureCode code, List<FragmentState> states) {
        if (code.isDecodable(indices(states, Set.of(FragmentState.DATA)))) {
            return Visibility.VISIBLE;
        }
        var possible =
                indices(
                        states,
                        Set.of(FragmentState.DATA, FragmentState.UNKNOWN, FragmentState.FORGOTTEN));
        return code.isDecodable(possible) ? Visibility.UNCLEAR : Visibility.INVISIBLE;
    }

    /**
     * Rule: what a look at the fragments of a version says that no row calls visible. With all that
     * it needs it is, and nobody can give it up: names are written once. With fewer it is as soon
     * as a record says so, and no sooner. So what is needed and not there was shown to nobody
     * before, whatever is out of reach.
     */
    public Visibility judgeVisibility(Manifest.Fragmented data, List<FragmentState> states) {
        ErasureCode code = ErasureCode.of(data.coding());
        if (data.needed().isEmpty()) {
            return judge(code, states);
        }
        if (data.needed().stream().anyMatch(i -> isLacking(states.get(i)))) {
            return Visibility.INVISIBLE;
        }
        Visibility visibility = judge(code, states);
        boolean isWhole = data.needed().stream().allMatch(i -> states.get(i) == FragmentState.DATA);
        return visibility == Visibility.VISIBLE && !isWhole ? Visibility.DECODABLE : visibility;
    }

    /**
     * Rule: what the look says once the record is so old that its put must be over. A fragment that
     * is not there may have been there then and be lost with a disk, and the version acknowledged.
     * So what decodes is not passed over for it: a record decides.
     */
    public Visibility judgeLate(Manifest.Fragmented data, List<FragmentState> states) {
        Visibility visibility = judgeVisibility(data, states);
        return visibility == Visibility.INVISIBLE
                        && judge(ErasureCode.of(data.coding()), states) == Visibility.VISIBLE
                ? Visibility.DECODABLE
                : visibility;
    }

    /** Rule: only what is known not to be there is lacking; a store that forgot may have had it. */
    public boolean isLacking(FragmentState state) {
        return switch (state) {
            case ABSENT, POISON -> true;
            case DATA, FORGOTTEN, UNKNOWN -> false;
        };
    }

    /**
     * Rule: whoever stored all that a version needs may tell of it at once; with fewer a record has
     * to say first that it is visible.
     */
    public boolean needsRecord(Manifest.Fragmented data, Set<Integer> stored) {
        return !data.needed().isEmpty() && !stored.containsAll(data.needed());
    }

    /** Rule: which names are poisoned before a version is given up: all that are free. */
    public Set<Integer> toPoison(List<FragmentState> states) {
        return indices(states, Set.of(FragmentState.ABSENT));
    }

    /**
     * Rule: a version is given up once a fragment that it needs is POISON, for nobody can have seen
     * all of them then; one of which it is not known what it needs, once all that is not POISON
     * would not decode.
     */
    public boolean mayAbandon(Manifest.Fragmented data, List<FragmentState> states) {
        if (!data.needed().isEmpty()) {
            return data.needed().stream().anyMatch(i -> states.get(i) == FragmentState.POISON);
        }
        return !ErasureCode.of(data.coding())
                .isDecodable(
                        indices(
                                states,
                                Set.of(
                                        FragmentState.DATA,
                                        FragmentState.ABSENT,
                                        FragmentState.FORGOTTEN,
                                        FragmentState.UNKNOWN)));
    }

    /**
     * Rule: only data counts as rebuilt. Poison may be that of a recovery which did not know that
     * the version was seen, and went no further.
     */
    public boolean isRebuilt(FragmentState state) {
        return state == FragmentState.DATA;
    }

    /**
     * Rule: what a lost store held of a version is given up, by poison in its stead, once all that
     * is there or may be elsewhere would not decode without it: nobody can rebuild it any more.
     */
    public boolean isLostWithItsStore(ErasureCode code, List<FragmentState> states) {
        return !code.isDecodable(
                indices(
                        states,
                        Set.of(FragmentState.DATA, FragmentState.ABSENT, FragmentState.UNKNOWN)));
    }

    /** Rule: a null is collected only once all fragments of one after it were seen. */
    public boolean supersedes(List<FragmentState> later) {
        return later.stream().allMatch(state -> state == FragmentState.DATA);
    }

    /** Returns the fragments that are in one of the {@code wanted} states, in their order. */
    protected static Set<Integer> indices(List<FragmentState> states, Set<FragmentState> wanted) {
        return IntStream.range(0, states.size())
                .filter(i -> wanted.contains(states.get(i)))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
