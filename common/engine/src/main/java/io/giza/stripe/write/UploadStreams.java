package io.giza.stripe.write;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.PutSpec;
import io.giza.stripe.write.FragmentUploader.Order;
import io.giza.stripe.write.FragmentUploader.Report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The tasks that upload the fragments of one put, and the stores that they upload to. */
final class UploadStreams {
    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final PutSpec spec;
    private final Inbox<Report> reports;
    private final UploadRace race;
    private final List<FragmentStore> stores;
    private final Deque<FragmentStore> spares;
    private final List<Inbox<Order>> orders = new ArrayList<>();

    UploadStreams(
            Surroundings surroundings,
            FragmentFormat format,
            PutSpec spec,
            UploadReport.Policy policy) {
        this.surroundings = surroundings;
        this.format = format;
        this.spec = spec;
        stores = new ArrayList<>(spec.stores());
        spares = new ArrayDeque<>(spec.spares());
        race =
                new UploadRace(
                        surroundings.time(), policy.grace(), policy.promptness(), stores.size());
        reports = surroundings.tasks().inbox(stores.size() * FragmentUploader.MAX_UNANSWERED);
    }

    /** Starts a task per fragment. */
    void begin() {
        for (int i = 0; i < stores.size(); i++) {
            orders.add(start(i));
        }
    }

    /** Returns where the tasks report to. */
    Inbox<Report> reports() {
        return reports;
    }

    /** Tells the task of a fragment what to do next. */
    void order(int index, Order order) {
        orders.get(index).put(order);
    }

    boolean hasSpare() {
        return !spares.isEmpty();
    }

    /** Begins again with a fragment whose task has ended, in the first spare store. */
    void moveToSpare(int index) {
        stores.set(index, spares.removeFirst());
        orders.set(index, start(index));
    }

    /** Returns where a fragment goes. */
    FragmentStore store(int index) {
        return stores.get(index);
    }

    /** Returns where each fragment goes. */
    List<FragmentStore> stores() {
        return List.copyOf(stores);
    }

    /** Deletes a fragment without waiting; what is missed is an orphan, found by its name. */
    void discard(int index) {
        FragmentStore store = stores.get(index);
        surroundings
                .tasks()
                .fork(
                        "discard-" + spec.putId() + "." + index,
                        () -> {
                            try {
                                store.delete(spec.header(index).id());
                            } catch (ReplicaException e) {
                                return;
                            }
                        });
    }

    private Inbox<Order> start(int index) {
        Inbox<Order> inbox = surroundings.tasks().inbox(FragmentUploader.MAX_UNANSWERED);
        FragmentUploader uploader =
                new FragmentUploader(
                        stores.get(index), spec.header(index), format, inbox, reports, race);
        surroundings.tasks().fork("upload-" + spec.putId() + "." + index, uploader::run);
        return inbox;
    }
}
