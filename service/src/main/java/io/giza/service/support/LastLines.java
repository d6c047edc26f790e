package io.giza.service.support;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last lines of the log of this process, of bounded length and number. Loggers that keep their
 * lines to themselves, as the access log does, are not among them.
 */
public final class LastLines extends AppenderBase<ILoggingEvent> {
    private static final String NAME = "last-lines";
    private static final int MOST_LINES = 1000;
    private static final int MOST_CHARACTERS = 256 << 10;
    private static final int MOST_OF_ONE = 4000;

    private final PatternLayout layout = new PatternLayout();
    private final Deque<String> lines = new ArrayDeque<>();
    private int characters;

    private LastLines(LoggerContext context, String pattern) {
        setContext(context);
        setName(NAME);
        layout.setContext(context);
        layout.setPattern(pattern);
        layout.start();
    }

    /**
     * Keeps the lines from now on; one process has one of them, however many services it runs.
     *
     * @param pattern how a line is written
     */
    public static LastLines ofProcess(String pattern) {
        return of((LoggerContext) LoggerFactory.getILoggerFactory(), pattern);
    }

    static synchronized LastLines of(LoggerContext context, String pattern) {
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        if (root.getAppender(NAME) instanceof LastLines known) {
            return known;
        }
        LastLines fresh = new LastLines(context, pattern);
        fresh.start();
        root.addAppender(fresh);
        return fresh;
    }

    @Override
    protected void append(ILoggingEvent event) {
        String line = layout.doLayout(event);
        String kept =
                line.length() <= MOST_OF_ONE ? line : line.substring(0, MOST_OF_ONE) + "...\n";
        synchronized (lines) {
            lines.addLast(kept);
            characters += kept.length();
            while (lines.size() > MOST_LINES || characters > MOST_CHARACTERS) {
                characters -= lines.removeFirst().length();
            }
        }
    }

    /** Returns them, the oldest first, each with its end. */
    public List<String> all() {
        synchronized (lines) {
            return new ArrayList<>(lines);
        }
    }
}
