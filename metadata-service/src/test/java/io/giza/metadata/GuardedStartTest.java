package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.VirtualThreads;
import io.giza.membership.Occupant;
import io.giza.metadata.row.GuardedTable;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.service.GuardedStart;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.support.GenericApplicationContext;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Which tables are guarded when their service is ready. */
class GuardedStartTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyTablesThatDecideTellAndAreEnded(boolean decides) {
        Forked forked = new Forked();
        VirtualThreads time = new VirtualThreads();
        Surroundings surroundings = new Surroundings(forked, time, new Random(1));
        RollbackGuard guard =
                new RollbackGuard(
                        new GuardedTable(new InMemoryRowTable()),
                        Occupant.Part.ROWS,
                        false,
                        new ProgressNotes(1, List.of(), surroundings),
                        time);
        try (GenericApplicationContext context = new GenericApplicationContext();
                GuardedStart start =
                        new GuardedStart(
                                guard,
                                "the table",
                                decides,
                                context,
                                new ApplicationAvailabilityBean(),
                                surroundings)) {
            start.onApplicationEvent(
                    new AvailabilityChangeEvent<>(context, ReadinessState.ACCEPTING_TRAFFIC));
            start.onApplicationEvent(
                    new AvailabilityChangeEvent<>(context, ReadinessState.ACCEPTING_TRAFFIC));
        }

        assertThat(forked.names).hasSize(decides ? 1 : 0);
    }

    /** Notes what would be done. */
    private static final class Forked implements Tasks {
        private final List<String> names = new ArrayList<>();

        @Override
        public void fork(String name, Runnable body) {
            names.add(name);
        }

        @Override
        public <T> Inbox<T> inbox(int capacity) {
            throw new UnsupportedOperationException("nobody meets");
        }
    }
}
