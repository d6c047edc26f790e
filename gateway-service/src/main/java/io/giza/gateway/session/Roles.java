package io.giza.gateway.session;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The roles that can be assumed here. */
public final class Roles {
    private final Map<String, AssumableRole> byName;

    Roles(Collection<AssumableRole> roles) {
        this.byName =
                roles.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        AssumableRole::name, Function.identity()));
    }

    /** Finds the role of a name in an account. */
    public Optional<AssumableRole> find(String account, String name) {
        return Optional.ofNullable(byName.get(name))
                .filter(each -> each.account().name().equals(account));
    }

    /** Tells whether there are none. */
    public boolean areNone() {
        return byName.isEmpty();
    }
}
