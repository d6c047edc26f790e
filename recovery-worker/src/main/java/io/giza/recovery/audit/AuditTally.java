package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.audit.AuditReport.Example;
import io.giza.recovery.audit.AuditReport.Store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Adds up what an audit finds; used by one task. */
final class AuditTally {
    /** So many examples are named; everything is counted. */
    static final int MAX_EXAMPLES = 100;

    /** So many reasons are named why something was not looked at. */
    private static final int MAX_REASONS = 20;

    private final Map<BucketId, String> names = new HashMap<>();
    private final Map<DcName, StoreTally> stores = new TreeMap<>();
    private final Set<String> unanswered = new TreeSet<>();
    private final List<Example> examples = new ArrayList<>();
    private long rows;
    private long uneven;
    private long objects;
    private long puts;
    private long markers;
    private long parts;
    private long undecided;
    private long faults;

    /** Begins with nothing in the stores of these data centers. */
    AuditTally(Collection<DcName> dcs) {
        dcs.forEach(dc -> stores.put(dc, new StoreTally()));
    }

    /** A bucket has this name, for the examples. */
    void addBucketName(BucketId bucket, String name) {
        names.put(bucket, name);
        names.put(bucket.uploads(), name);
    }

    /** Something could not be looked at. */
    void unanswered(String what) {
        if (unanswered.size() < MAX_REASONS) {
            unanswered.add(what);
        }
    }

    /** The store of a data center did not say what lies in it; it is not asked any more. */
    void unanswered(DcName dc, String detail) {
        store(dc).isAnswering = false;
        unanswered("fragments of " + dc + ": " + detail);
    }

    /** Tells whether the store of a data center said what lies in it up to now. */
    boolean isAnswering(DcName dc) {
        StoreTally store = stores.get(dc);
        return store != null && store.isAnswering;
    }

    /** There is a row. */
    void addRow(ObjectKey key, Expectation expectation) {
        rows++;
        Expectation.Versions versions = expectation.versions();
        undecided += versions.undecided();
        if (key.bucket().isUploads()) {
            parts += versions.puts();
        } else {
            objects += versions.puts() > 0 ? 1 : 0;
            puts += versions.puts();
            markers += versions.markers();
        }
    }

    /** Data centers know less of a row than others do. */
    void uneven(ObjectKey key, Collection<DcName> behind) {
        uneven++;
        faults++;
        behind.stream().sorted().forEach(dc -> addExample(dc, AuditReport.UNEVEN_ROW, key, 0, ""));
    }

    void addExpected(DcName dc, Amount amount) {
        StoreTally store = stores.get(dc);
        if (store == null) {
            unanswered("fragments of " + dc + ": the topology has no such data center");
            return;
        }
        store.expected = store.expected.plus(amount);
    }

    void addPresent(DcName dc, Amount amount) {
        store(dc).present = store(dc).present.plus(amount);
    }

    void addFound(DcName dc, Verdict verdict, Amount amount) {
        store(dc).found.merge(verdict, amount, Amount::plus);
        faults += verdict.isFault() ? amount.fragments() : 0;
    }

    /** Names something that is not as it should be, unless enough is named. */
    void addExample(FragmentLocation location, Verdict verdict, ObjectKey key, long version) {
        addExample(location.dc(), nameOf(verdict), key, version, location.name());
    }

    /** Likewise, if not even its key is known. */
    void addExample(FragmentLocation location, Verdict verdict, BucketId bucket) {
        add(
                new Example(
                        location.dc().value(),
                        nameOf(verdict),
                        bucketName(bucket),
                        "",
                        0,
                        location.name()));
    }

    private void addExample(DcName dc, String what, ObjectKey key, long version, String fragment) {
        add(new Example(dc.value(), what, bucketName(key.bucket()), key.name(), version, fragment));
    }

    private void add(Example example) {
        if (examples.size() < MAX_EXAMPLES) {
            examples.add(example);
        }
    }

    private String bucketName(BucketId bucket) {
        return names.getOrDefault(bucket, bucket.toString());
    }

    private StoreTally store(DcName dc) {
        return Objects.requireNonNull(stores.get(dc));
    }

    /** Returns the name of a verdict in a report. */
    static String nameOf(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what was found up to now. */
    AuditReport report() {
        Map<String, Store> all = new LinkedHashMap<>();
        stores.forEach((dc, store) -> all.put(dc.value(), store.report()));
        boolean complete = unanswered.isEmpty();
        return new AuditReport(
                complete,
                complete && faults == 0,
                List.copyOf(unanswered),
                new AuditReport.Rows(rows, uneven),
                new AuditReport.Versions(objects, puts, markers, parts, undecided),
                all,
                examples);
    }

    private static final class StoreTally {
        private final Map<Verdict, Amount> found = new EnumMap<>(Verdict.class);
        private boolean isAnswering = true;
        private Amount expected = Amount.NONE;
        private Amount present = Amount.NONE;

        Store report() {
            Map<String, Amount> named = new LinkedHashMap<>();
            for (Verdict verdict : Verdict.values()) {
                named.put(nameOf(verdict), found.getOrDefault(verdict, Amount.NONE));
            }
            return new Store(isAnswering, expected, present, named);
        }
    }
}
