package io.giza.config;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;

/** What the JIT of this JVM is allowed to do. */
final class Jit {
    private static final int OPTIMIZING_LEVEL = 4;

    private Jit() {}

    /**
     * Whether the optimizing compiler is there, without which each vector is an object. Of another
     * JVM than HotSpot it is taken for granted: the warm-up will tell.
     */
    static boolean compilesVectors() {
        if (System.getProperty("java.vm.info", "").contains("interpreted mode")) {
            return false;
        }
        @Nullable HotSpotDiagnosticMXBean options =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (options == null) {
            return true;
        }
        try {
            String level = options.getVMOption("TieredStopAtLevel").getValue();
            return Integer.parseInt(level) >= OPTIMIZING_LEVEL;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
