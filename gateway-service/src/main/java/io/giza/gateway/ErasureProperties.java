package io.giza.gateway;

import io.giza.config.KernelStartup;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a gateway computes erasure codes, under {@code giza.erasure}.
 *
 * @param kernel {@code auto}, or the name of a kernel; refused if this JVM cannot have it
 */
@ConfigurationProperties("giza.erasure")
record ErasureProperties(@DefaultValue(KernelStartup.AUTO) String kernel) {
    public ErasureProperties {
        KernelStartup.of(kernel);
    }

    KernelStartup startup() {
        return KernelStartup.of(kernel);
    }
}
