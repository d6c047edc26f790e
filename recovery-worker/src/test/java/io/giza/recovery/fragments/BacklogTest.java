package io.giza.recovery.fragments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BacklogTest {
    private final Backlog backlog = new Backlog();

    @Test
    void whatAPassFindsCountsUntilItIsRepaired() {
        backlog.passBegun();
        backlog.found();
        backlog.found();
        backlog.repaired();
        assertThat(backlog.versions()).isEqualTo(1);
        backlog.passEnded();
        assertThat(backlog.versions()).isEqualTo(1);
    }

    @Test
    void whatThePassBeforeLeftCountsUntilTheNextHasLooked() {
        backlog.passBegun();
        backlog.found();
        backlog.passEnded();

        backlog.passBegun();
        assertThat(backlog.versions()).isEqualTo(1);
        backlog.passEnded();
        assertThat(backlog.versions()).isZero();
    }
}
