package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.util.Map;

class ErasurePropertiesTest {
    @Test
    void theMachineChoosesUnlessTold() {
        assertThat(bind(Map.of()).kernel()).isEqualTo("auto");
        assertThat(bind(Map.of("giza.erasure.kernel", "table")).kernel()).isEqualTo("table");
    }

    @Test
    void aKernelThatCannotBeHadStopsTheStartWithTheKey() {
        assertThatThrownBy(() -> bind(Map.of("giza.erasure.kernel", "fastest")))
                .rootCause()
                .hasMessageStartingWith("giza.erasure.kernel is fastest: use auto or one of");
    }

    private static ErasureProperties bind(Map<String, String> keys) {
        return new Binder(new MapConfigurationPropertySource(keys))
                .bindOrCreate("giza.erasure", ErasureProperties.class);
    }
}
