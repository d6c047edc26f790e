package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** With what certificates services call each other. */
class TlsPropertiesTest {
    @Test
    void anEmptyNameOfASslBundleIsRefused() {
        assertThat(new TlsProperties(null, null).bundle()).isNull();
        assertThat(new TlsProperties("internal", null).bundle()).isEqualTo("internal");
        assertThatThrownBy(() -> new TlsProperties(" ", null))
                .hasMessageContaining("giza.tls.bundle");
    }
}
