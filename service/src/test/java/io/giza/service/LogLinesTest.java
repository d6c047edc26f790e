package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;
import org.springframework.boot.logging.logback.StructuredLogEncoder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Lines of the log have their key-values, whatever those are. */
class LogLinesTest {
    private final LoggerContext context = new LoggerContext();

    @Test
    void aLineTellsItsKeyValuesAndItsRequest() {
        assertThat(plain(event("dc2"))).endsWith("does not answer of=\"dc2\" requestId=17\n");
    }

    @Test
    void aKeyCannotBeginAnotherLine() {
        assertThat(plain(event("a\r\n2026 ERROR b\u001b[2J")))
                .endsWith("of=\"a??2026 ERROR b?[2J\" requestId=17\n");
    }

    /** Controls of terminals, other ends of lines, marks of writing from right to left. */
    @ParameterizedTest
    @ValueSource(strings = {"\u009b", "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u200b"})
    void nothingIsShownAsWhatItIsNot(String sign) {
        assertThat(plain(event("a" + sign + "b"))).endsWith("of=\"a?b\" requestId=17\n");
        assertThat(plain(saying("a" + sign + "b"))).endsWith(" a?b\n");
    }

    @Test
    void linesOfAMessageBeginWithSpaces() {
        assertThat(plain(saying("it says: \r\n2026 ERROR no\tdisk")))
                .endsWith("it says: ?\n    2026 ERROR no\tdisk\n");
    }

    @Test
    void aLineWithoutEndsWithItsMessage() {
        assertThat(plain(saying("does not answer"))).endsWith(" does not answer\n");
    }

    @Test
    void aBareLineIsItsMessageAndComesOnce() {
        PrintStream before = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            LogLines.writeBare("bare");
            LogLines.writeBare("bare");
            LoggerFactory.getLogger("bare").info("{\"a\":1}");
        } finally {
            System.setOut(before);
        }
        assertThat(written.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":1}" + System.lineSeparator());
    }

    @Test
    void jsonHasThemToo() {
        context.putObject(Environment.class.getName(), new StandardEnvironment());
        StructuredLogEncoder encoder = new StructuredLogEncoder();
        encoder.setContext(context);
        encoder.setFormat("logstash");
        encoder.start();
        assertThat(text(encoder, event("a\nb")))
                .contains("\"of\":\"a\\nb\"", "\"requestId\":\"17\"");
    }

    @Test
    void everyServiceWritesThemAlike() {
        assertThat(ServiceProcess.defaults("a", 1, Map.of("own", "told")))
                .containsEntry("logging.pattern.console", LogLines.PATTERN)
                .containsEntry("spring.application.name", "a")
                .containsEntry("server.port", "1")
                .containsEntry("own", "told");
    }

    private LoggingEvent event(String value) {
        LoggingEvent event = bare("does not answer");
        event.addKeyValuePair(new KeyValuePair("of", value));
        event.setMDCPropertyMap(Map.of("requestId", "17"));
        return event;
    }

    private LoggingEvent saying(String message) {
        LoggingEvent event = bare(message);
        event.setMDCPropertyMap(Map.of());
        return event;
    }

    private LoggingEvent bare(String message) {
        return new LoggingEvent("here", context.getLogger("x"), Level.WARN, message, null, null);
    }

    private String plain(LoggingEvent event) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LogLines.PATTERN);
        encoder.start();
        return text(encoder, event);
    }

    private static String text(Encoder<ILoggingEvent> encoder, LoggingEvent event) {
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }
}
