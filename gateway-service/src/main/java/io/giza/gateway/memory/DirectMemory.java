package io.giza.gateway.memory;

import com.sun.management.HotSpotDiagnosticMXBean;

import java.lang.management.ManagementFactory;

/** The memory outside of the heap that the JVM gives to buffers. */
public final class DirectMemory {
    private DirectMemory() {}

    /** Returns how many bytes there may be: as many as the heap may have, unless an option says. */
    public static long maxBytes() {
        HotSpotDiagnosticMXBean jvm =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long option = Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
        return option > 0 ? option : Runtime.getRuntime().maxMemory();
    }
}
