package io.giza.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.lifecycle.LifecycleSchedule;
import io.giza.version.RetryWindow;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.time.Duration;
import java.util.Map;

class GcPropertiesTest {
    @Test
    void whatIsUndecidedIsLookedForOnceAMinute() {
        assertThat(bound(Map.of()).undecidedInterval()).isEqualTo(Duration.ofMinutes(1));
        assertThat(bound(Map.of("giza.gc.undecided-interval", "5s")).undecidedInterval())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void whatAClientMayAskForAgainIsKept() {
        assertThat(bound(Map.of()).keepFor()).isEqualTo(RetryWindow.RETENTION);
        assertThat(bound(Map.of("giza.gc.keep-for", "0s")).keepFor()).isZero();
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bound(Map.of("giza.gc.keep-for", "-1s")))
                .havingRootCause()
                .withMessageContaining("giza.gc.keep-for must be");
    }

    @Test
    void anIntervalOfNothingIsRefused() {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bound(Map.of("giza.gc.undecided-interval", "0s")))
                .withRootCauseInstanceOf(IllegalArgumentException.class)
                .havingRootCause()
                .withMessageContaining("giza.gc.undecided-interval must be");
    }

    @Test
    void aDayOfALifecycleMayBeShorterButNotLonger() {
        assertThat(bound(Map.of()).lifecycle().day()).isEqualTo(LifecycleSchedule.DAY);
        assertThat(bound(Map.of("giza.gc.lifecycle.day", "2s")).lifecycle().day())
                .isEqualTo(Duration.ofSeconds(2));
        for (String wrong : new String[] {"0s", "25h"}) {
            assertThatExceptionOfType(BindException.class)
                    .isThrownBy(() -> bound(Map.of("giza.gc.lifecycle.day", wrong)))
                    .havingRootCause()
                    .withMessageContaining("giza.gc.lifecycle.day must be");
        }
    }

    private static GcProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("giza.gc", GcProperties.class);
    }
}
