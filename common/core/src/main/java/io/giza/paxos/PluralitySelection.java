package io.giza.paxos;

import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * The paper's selection (Giza, section 3.2, case 2): the value with the most fast votes is finished
 * first, even where they prove that it was not chosen. As safe as {@link ValueSelection}, because a
 * value that may have been chosen has the plurality, and where none may have been, any value does.
 */
public final class PluralitySelection extends ValueSelection {
    @Override
    public Optional<Value> select(Quorums quorums, Collection<@Nullable Vote> promises) {
        return super.select(quorums, promises)
                .or(
                        () ->
                                FastVotes.count(promises).entrySet().stream()
                                        .max(Map.Entry.comparingByValue())
                                        .map(Map.Entry::getKey));
    }
}
