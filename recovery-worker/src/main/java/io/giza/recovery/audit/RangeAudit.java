package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.audit.Expectation.Due;
import io.giza.recovery.audit.SpaceAudit.Walks;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Item;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks at the fragments of some ranges one by one: at the rows, at the stores, and again at the
 * rows of what is not as it should be. Of what changed meanwhile nothing is said.
 */
final class RangeAudit {
    private final BucketId space;
    private final AuditRows rows;
    private final AuditFragments fragments;
    private final AuditTally tally;
    private final Set<DcName> stores;
    private final BitSet ranges;
    private final Map<String, Wanted> wanted = new HashMap<>();
    private final Map<String, List<Suspect>> suspects = new HashMap<>();

    RangeAudit(BucketId space, Walks walks, Set<DcName> stores, BitSet ranges) {
        this.space = space;
        this.rows = walks.rows();
        this.fragments = walks.fragments();
        this.tally = walks.tally();
        this.stores = stores;
        this.ranges = ranges;
    }

    private record Wanted(ObjectKey key, Expectation expectation, Set<Place> notSeen) {}

    private record Suspect(Place place, Verdict verdict, long length, Optional<ObjectKey> key) {}

    void run(BooleanSupplier goesOn) {
        if (!rows.walk(space, this::isOfRanges, this::want, goesOn)) {
            return;
        }
        for (DcName dc : stores) {
            if (tally.answers(dc)) {
                look(dc, goesOn);
            }
        }
        if (!goesOn.getAsBoolean()) {
            return;
        }
        wanted.forEach(this::suspectMissing);
        if (!suspects.isEmpty()) {
            lookAgain(goesOn);
        }
    }

    private boolean isOfRanges(ObjectKey key) {
        return ranges.get(RangeSums.rangeOf(FragmentName.hashOf(key)));
    }

    private void want(ObjectKey key, Expectation expectation, Set<DcName> behind) {
        if (expectation.isSameOfFragments(Expectation.NOTHING)) {
            return;
        }
        Set<Place> notSeen = new HashSet<>();
        expectation
                .fragments()
                .forEach(
                        (place, due) -> {
                            notSeen.add(place);
                            tally.expected(place.dc(), new Amount(1, due.length()));
                        });
        wanted.put(FragmentName.hashOf(key), new Wanted(key, expectation, notSeen));
    }

    private void look(DcName dc, BooleanSupplier goesOn) {
        int from = ranges.nextSetBit(0);
        while (from >= 0) {
            int to = ranges.nextClearBit(from);
            var part = new AuditFragments.Part(space, from, to);
            if (!fragments.walk(dc, part, this::judge, goesOn)) {
                return;
            }
            from = ranges.nextSetBit(to);
        }
    }

    private void judge(Place place, FragmentName name, Item item) {
        Wanted of = wanted.get(name.keyHash());
        Expectation expectation = of == null ? Expectation.NOTHING : of.expectation();
        Verdict verdict = Verdict.of(expectation, place, name, item);
        tally.lying(place.dc(), new Amount(1, item.length()));
        if (of != null && verdict != Verdict.POISON) {
            of.notSeen().remove(place);
        }
        if (verdict == Verdict.FOUND || verdict == Verdict.POISON) {
            tally.found(place.dc(), verdict, new Amount(1, item.length()));
        } else {
            Optional<ObjectKey> key =
                    of == null ? item.header().map(RangeAudit::key) : Optional.of(of.key());
            suspect(name.keyHash(), new Suspect(place, verdict, item.length(), key));
        }
    }

    private static ObjectKey key(FragmentHeader header) {
        return header.id().key();
    }

    private void suspectMissing(String hash, Wanted of) {
        for (Place place : of.notSeen()) {
            Due due = of.expectation().fragments().get(place);
            if (due != null && tally.answers(place.dc())) {
                suspect(
                        hash,
                        new Suspect(place, Verdict.MISSING, due.length(), Optional.of(of.key())));
            }
        }
    }

    private void suspect(String hash, Suspect suspect) {
        suspects.computeIfAbsent(hash, _ -> new ArrayList<>()).add(suspect);
    }

    private void lookAgain(BooleanSupplier goesOn) {
        Set<String> same = new HashSet<>(suspects.keySet());
        same.removeAll(wanted.keySet());
        boolean walked =
                rows.walk(
                        space,
                        key -> suspects.containsKey(FragmentName.hashOf(key)),
                        (key, now, _) -> {
                            String hash = FragmentName.hashOf(key);
                            if (now.isSameOfFragments(expectation(hash))) {
                                same.add(hash);
                            } else {
                                same.remove(hash);
                            }
                        },
                        goesOn);
        suspects.forEach(
                (hash, found) ->
                        found.forEach(each -> settle(each, walked && same.contains(hash))));
    }

    private Expectation expectation(String hash) {
        Wanted of = wanted.get(hash);
        return of == null ? Expectation.NOTHING : of.expectation();
    }

    private void settle(Suspect suspect, boolean isSure) {
        Verdict verdict = isSure ? suspect.verdict() : Verdict.UNDECIDED;
        tally.found(suspect.place().dc(), verdict, new Amount(1, suspect.length()));
        if (!verdict.isFault()) {
            return;
        }
        if (suspect.key().isEmpty()) {
            tally.example(suspect.place(), verdict, space);
            return;
        }
        ObjectKey key = suspect.key().get();
        Due due = expectation(FragmentName.hashOf(key)).fragments().get(suspect.place());
        tally.example(suspect.place(), verdict, key, due == null ? 0 : due.version());
    }
}
