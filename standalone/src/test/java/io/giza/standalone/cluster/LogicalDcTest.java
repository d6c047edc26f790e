package io.giza.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.Service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.support.GenericApplicationContext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The services of a data center that start, stop, and end by themselves. */
class LogicalDcTest {
    private final List<GenericApplicationContext> started = new ArrayList<>();
    private final LogicalDc dc;

    LogicalDcTest(@TempDir Path folder) {
        dc = new LogicalDc(0, ServiceSettingsTest.settingsIn(folder), _ -> start());
    }

    private GenericApplicationContext start() {
        GenericApplicationContext context = new GenericApplicationContext();
        context.refresh();
        started.add(context);
        return context;
    }

    @Test
    void aServiceThatEndedByItselfIsDownAndIsStartedAgain() {
        for (Service service : Service.values()) {
            dc.start(service);
            dc.start(service);
        }
        assertThat(started).hasSize(Service.values().length);
        assertThat(dc.isRunning()).isTrue();

        started.getFirst().close();
        assertThat(dc.isRunning()).isFalse();
        dc.start(Service.values()[0]);
        assertThat(dc.isRunning()).isTrue();
        assertThat(started).hasSize(Service.values().length + 1);
    }
}
