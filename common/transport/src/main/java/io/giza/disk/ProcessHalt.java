package io.giza.disk;

import org.slf4j.LoggerFactory;

/**
 * Ends the process at once, because it could not keep its promises if it went on. Tests stand in
 * for it; whoever calls it goes on failing where it returns.
 */
@FunctionalInterface
public interface ProcessHalt {
    /** The process's exit code: that of an error of input or output in sysexits.h. */
    int EXIT_CODE = 74;

    /** Logs the reason and halts the JVM, without a step more of anybody. */
    ProcessHalt HALT =
            (reason, cause) -> {
                LoggerFactory.getLogger(ProcessHalt.class).error("{}", reason, cause);
                Runtime.getRuntime().halt(EXIT_CODE);
            };

    /**
     * Ends the process.
     *
     * @param reason one sentence for whoever finds it gone
     */
    void halt(String reason, Exception cause);
}
