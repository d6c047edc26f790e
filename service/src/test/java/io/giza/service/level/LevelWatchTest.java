package io.giza.service.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.service.watch.StepwiseTasks;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.AvailabilityState;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationListener;
import org.springframework.context.support.GenericApplicationContext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** A process serves only at a level that it works at, from its start to its end. */
class LevelWatchTest {
    private static final LevelRow.ReadResult NOBODY = new LevelRow.Unavailable("silence", false);

    private final GenericApplicationContext context = new GenericApplicationContext();
    private final List<AvailabilityState> states = new ArrayList<>();
    private final StepwiseTasks tasks = new StepwiseTasks();
    private final Deque<LevelRow.ReadResult> answers = new ArrayDeque<>();
    private final LiveLevel level = new LiveLevel(_ -> answers.remove(), new LevelRange(1, 2));
    private int served;

    @BeforeEach
    void begin() {
        context.addApplicationListener(
                (ApplicationListener<AvailabilityChangeEvent<?>>)
                        event -> states.add(event.getState()));
        context.refresh();
    }

    @AfterEach
    void end() {
        context.close();
    }

    private LevelWatch watch(LevelWatch.Need need) {
        return new LevelWatch(
                level, context, new Surroundings(tasks, new VirtualThreads(), new Random(1)), need);
    }

    private LevelWatch serving() {
        return watch(new LevelWatch.ToServe(() -> served++));
    }

    private static LevelRow.ReadResult at(int level) {
        return new LevelRow.Found(new DecidedLevel(level, "9.8.7"));
    }

    private AvailabilityChangeEvent<ReadinessState> started() {
        return new AvailabilityChangeEvent<>(context, ReadinessState.ACCEPTING_TRAFFIC);
    }

    @Test
    void aProcessOfAnEarlierReleaseDoesNotStart() {
        answers.add(at(3));

        assertThatThrownBy(serving()::start)
                .isInstanceOf(ForeignLevelException.class)
                .hasMessageContaining("at format level 3")
                .hasMessageContaining("install Giza 9.8.7 or later");
        assertThat(tasks.forked()).isEmpty();
        assertThat(served).isZero();
    }

    @Test
    void theReasonIsSaidInFewLines() {
        var analysis =
                new ForeignLevelAnalyzer()
                        .analyze(
                                new IllegalStateException(
                                        new ForeignLevelException("the cluster is at level 3")));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("the cluster is at level 3");
        assertThat(analysis.getAction()).contains("docs/how-to/upgrade.md");
    }

    @Test
    void aProcessThatWasNotToldTheLevelBecomesReadyOnceItIs() {
        LevelWatch watch = serving();
        answers.add(NOBODY);
        watch.start();
        watch.onApplicationEvent(started());
        assertThat(states).containsExactly(ReadinessState.REFUSING_TRAFFIC);
        assertThat(served).isZero();

        answers.add(NOBODY);
        answers.add(at(1));
        answers.add(at(1));
        tasks.endAfter(3, watch::stop);
        tasks.run();

        assertThat(states)
                .containsExactly(ReadinessState.REFUSING_TRAFFIC, ReadinessState.ACCEPTING_TRAFFIC);
        assertThat(served).isEqualTo(1);
    }

    @Test
    void aProcessThatKnowsTheLevelIsReadyAtOnceAndTakesUpTheNext() {
        LevelWatch watch = serving();
        answers.add(at(1));
        watch.start();
        watch.onApplicationEvent(started());
        assertThat(states).isEmpty();
        assertThat(level.written()).isEqualTo(1);

        answers.add(at(2));
        tasks.endAfter(1, watch::stop);
        tasks.run();

        assertThat(level.written()).isEqualTo(2);
        assertThat(served).isEqualTo(1);
        assertThat(context.isActive()).isTrue();
    }

    @Test
    void aRunningProcessThatFindsALevelAboveItsOwnServesNoMoreAndEnds() {
        LevelWatch watch = serving();
        answers.add(at(2));
        watch.start();

        answers.add(at(3));
        tasks.run();

        assertThat(level.isServed()).isFalse();
        assertThat(states).startsWith(ReadinessState.REFUSING_TRAFFIC, LivenessState.BROKEN);
        assertThat(context.isActive()).isFalse();
    }

    /** Stores that begin together would wait for each other. */
    @Test
    void aStoreServesThoughNobodyTellsItTheLevel() {
        LevelWatch watch = watch(new LevelWatch.ToEnd());
        answers.add(NOBODY);
        watch.start();
        watch.onApplicationEvent(started());
        assertThat(states).isEmpty();

        answers.add(at(3));
        tasks.run();

        assertThat(context.isActive()).isFalse();
    }

    @Test
    void aLookThatFailsIsNotTheLast() {
        LevelWatch watch = serving();
        watch.start();
        answers.add(at(1));
        tasks.endAfter(1, watch::stop);
        tasks.run();

        assertThat(served).isEqualTo(1);
    }
}
