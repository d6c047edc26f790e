package io.giza.simulation.listing;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.Utf8Order;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.object.SharedObjects;
import io.giza.testkit.check.Operation;
import io.giza.testkit.check.RegisterHistory.Call;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Lists a bucket page by page. Each page is a read of every key in the range that it covers, from
 * when it was asked for until it came: what is in it, and what is not.
 */
final class ListingClient {
    private final ObjectService objects;
    private final SharedObjects shared;

    ListingClient(ObjectService objects, SharedObjects shared) {
        this.objects = objects;
        this.shared = shared;
    }

    /** What to list. */
    record Range(String prefix, String delimiter, int limit) {
        Optional<String> groupOf(String key) {
            int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            return at < 0
                    ? Optional.empty()
                    : Optional.of(key.substring(0, at + delimiter.length()));
        }

        /** Returns what stands for a key in a listing. */
        String itemOf(String key) {
            return groupOf(key).orElse(key);
        }
    }

    /** Returns the keys and groups of all pages, empty if one of them was not answered. */
    Optional<List<String>> walk(Range range) {
        List<String> items = new ArrayList<>();
        Optional<String> after = Optional.of("");
        while (after.isPresent()) {
            Optional<ListResult.Page> page = page(range, after.get(), items);
            if (page.isEmpty()) {
                return Optional.empty();
            }
            after = page.get().next();
        }
        return Optional.of(items);
    }

    private Optional<ListResult.Page> page(Range range, String after, List<String> items) {
        Map<String, Call> calls = new HashMap<>();
        shared.histories.forEach(
                (key, history) -> {
                    if (key.startsWith(range.prefix())
                            && Utf8Order.compare(range.itemOf(key), after) > 0) {
                        calls.put(key, history.get());
                    }
                });
        ListResult result =
                objects.list(
                        new ListRequest(
                                shared.account,
                                ObjectScenario.BUCKET,
                                range.prefix(),
                                range.delimiter(),
                                after,
                                range.limit()));
        shared.count("list", (Record) result);
        if (!(result instanceof ListResult.Page page)) {
            check(result instanceof Failure.Unavailable, () -> "no answer for a list: " + result);
            return Optional.empty();
        }
        shared.ends.merge("page of " + range.limit(), 1, Integer::sum);
        checkShape(range, after, page);
        Map<String, String> texts = new HashMap<>();
        page.objects().forEach(each -> texts.put(each.key(), shared.text(each.manifest())));
        check(calls.keySet().containsAll(texts.keySet()), () -> "keys that nobody put: " + texts);
        calls.forEach((key, call) -> report(call, range.itemOf(key), page, texts.get(key)));
        items.addAll(itemsOf(page));
        return Optional.of(page);
    }

    private static void report(
            Call call, String item, ListResult.Page page, @Nullable String text) {
        boolean isCovered = page.next().filter(end -> Utf8Order.compare(item, end) > 0).isEmpty();
        if (text != null) {
            call.found(text, Operation.UNKNOWN_VERSION);
        } else if (isCovered && !page.commonPrefixes().contains(item)) {
            call.foundNothing();
        } else {
            // The page says nothing of this key: it ended before, or its group has some object.
            call.hadNoEffect();
        }
    }

    private static void checkShape(Range range, String after, ListResult.Page page) {
        List<String> items = new ArrayList<>(itemsOf(page));
        check(items.size() <= range.limit(), () -> "too long: " + page);
        check(
                page.next().isEmpty() || items.size() == range.limit(),
                () -> "not full though more is said to follow: " + page);
        check(
                items.stream().allMatch(item -> Utf8Order.compare(item, after) > 0),
                () -> "not after " + after + ": " + page);
        check(
                page.objects().stream()
                        .allMatch(each -> range.itemOf(each.key()).equals(each.key())),
                () -> "not grouped: " + page);
    }

    /** Returns the keys and groups of a page in order; each must be there once. */
    private static TreeSet<String> itemsOf(ListResult.Page page) {
        TreeSet<String> items = new TreeSet<>(Utf8Order.COMPARATOR);
        page.objects().forEach(each -> check(items.add(each.key()), () -> "twice: " + page));
        page.commonPrefixes().forEach(each -> check(items.add(each), () -> "twice: " + page));
        return items;
    }
}
