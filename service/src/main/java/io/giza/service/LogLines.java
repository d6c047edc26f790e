package io.giza.service;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

import org.slf4j.LoggerFactory;

import java.nio.charset.StandardCharsets;

/**
 * How a line of the log is written, by every service: what happened, then its key-values, then what
 * is known of the request.
 */
public final class LogLines {
    /**
     * The pattern. Key-values may be texts of strangers, such as keys of objects: whatever would
     * begin another line, or be shown as something else than it is, is a question mark there. So it
     * is in messages, but some have several lines: all but the first begin with spaces.
     *
     * <p>A value may hold quotation marks; what reads lines by itself takes JSON, see {@code
     * logging.structured.format.console}.
     */
    public static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{20}"
                    + " %replace(%replace(%msg){'[\\pC\\u2028\\u2029&&[^\\n\\t]]','?'})"
                    + "{'(\\n)','$1    '}"
                    + "%replace(%replace( %kvp %mdc){'[\\pC\\u2028\\u2029]','?'}){' +$',''}%n";

    private LogLines() {}

    /**
     * Has what a logger is told be written to standard output as it is, a line for each message and
     * nothing around it.
     */
    public static void writeBare(String logger) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Logger bare = context.getLogger(logger);
            if (bare.getAppender(logger) == null) {
                bare.addAppender(appender(context, logger));
                bare.setAdditive(false);
            }
        }
    }

    private static ConsoleAppender<ILoggingEvent> appender(LoggerContext context, String name) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%msg%n");
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(name);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
