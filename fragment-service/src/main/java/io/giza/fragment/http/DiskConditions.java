package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_INSUFFICIENT_STORAGE;
import static org.apache.hc.core5.http.HttpStatus.SC_INTERNAL_SERVER_ERROR;

import io.giza.concurrent.Time;
import io.giza.fragment.store.UnreadableMediumException;
import io.giza.http.RepeatedWarning;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.metrics.CounterFamily;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;

/**
 * Answers for a disk that is full or unreadable. Both conditions last, and callers do without this
 * store meanwhile.
 */
public final class DiskConditions implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(DiskConditions.class);

    /** The messages of Linux and macOS for a full disk and a used up quota. */
    private static final List<String> FULL = List.of("No space left", "quota exceeded");

    private final RequestHandler handler;
    private final CounterFamily<Condition> conditions;
    private final RepeatedWarning full;
    private final RepeatedWarning unreadable;

    private enum Condition {
        FULL,
        UNREADABLE
    }

    /** Watches the failures of another handler. */
    public DiskConditions(RequestHandler handler, Time time, MeterRegistry meters) {
        this.handler = handler;
        this.full = new RepeatedWarning(LOG, time);
        this.unreadable = new RepeatedWarning(LOG, time);
        this.conditions =
                CounterFamily.of(
                        meters,
                        "giza.fragment.disk.failures",
                        "Requests that failed because of the disk",
                        "condition",
                        Condition.class);
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (UnreadableMediumException e) {
            conditions.increment(Condition.UNREADABLE);
            unreadable.occurred("Fragments cannot be read from the disk: " + e.getMessage());
            answer(exchange, SC_INTERNAL_SERVER_ERROR, "the disk cannot read it", e);
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            if (FULL.stream().noneMatch(reason::contains)) {
                throw e;
            }
            conditions.increment(Condition.FULL);
            full.occurred("The disk has no room for fragments: " + reason);
            answer(exchange, SC_INSUFFICIENT_STORAGE, "the disk has no room", e);
        }
    }

    private static void answer(Exchange exchange, int status, String sentence, IOException cause)
            throws IOException {
        if (!exchange.isUnsent()) {
            throw exchange.abandoned(cause);
        }
        exchange.forget();
        exchange.answer(status, sentence);
    }
}
