package io.giza.standalone.cluster;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;

import io.giza.service.LogLines;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

import java.nio.file.Path;
import java.util.List;

/**
 * One log for all services of the JVM, in a file, because the console shows one screen. Spring's
 * own set-up of logging is switched off: the last context to start would win over the others.
 */
final class StandaloneLogging {
    private static final FileSize LARGEST_FILE = new FileSize(32L << 20);
    private static final int KEPT_FILES = 4;

    private StandaloneLogging() {}

    /** Sends every log event of the JVM to a file, of which four older ones are kept. */
    static void toFile(Path file) {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        appender.setEncoder(encoder(context));
        appender.setRollingPolicy(policy(context, appender, file));
        SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(LARGEST_FILE);
        trigger.start();
        appender.setTriggeringPolicy(trigger);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger("io.giza").setLevel(Level.INFO);
        // What the SDK of Azure reports is reported again where it is handled.
        for (String quiet : List.of("com.azure", "com.microsoft.aad", "reactor")) {
            context.getLogger(quiet).setLevel(Level.OFF);
        }
    }

    private static PatternLayoutEncoder encoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LogLines.PATTERN);
        encoder.start();
        return encoder;
    }

    private static FixedWindowRollingPolicy policy(
            LoggerContext context, RollingFileAppender<ILoggingEvent> appender, Path file) {
        FixedWindowRollingPolicy policy = new FixedWindowRollingPolicy();
        policy.setContext(context);
        policy.setParent(appender);
        policy.setFileNamePattern(file + ".%i");
        policy.setMinIndex(1);
        policy.setMaxIndex(KEPT_FILES);
        policy.start();
        return policy;
    }
}
