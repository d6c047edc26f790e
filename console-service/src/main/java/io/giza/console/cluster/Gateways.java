package io.giza.console.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Which of several gateways is used: the first that answers. Whether one does is asked again every
 * other second at most, by whoever needs one.
 */
public final class Gateways {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long FRESH_NANOS = Duration.ofSeconds(2).toNanos();
    private static final String HEALTH = "/_giza/health";
    private static final int OK = 200;

    /** What a gateway answers where health is asked on a port of its own. */
    private static final int NOT_HERE = 404;

    private final List<Gateway> all;
    private final HttpClient http;
    private final LongSupplier nanos;
    private final AtomicReference<Choice> choice;

    /**
     * A gateway.
     *
     * @param endpoint where the console reaches it
     * @param s3Url where browsers do
     */
    public record Gateway(URI endpoint, URI s3Url) {}

    private record Choice(Gateway gateway, long until) {}

    /** Chooses among gateways, the preferred one first. */
    public Gateways(List<Gateway> all, HttpClient http, LongSupplier nanos) {
        this.all = List.copyOf(all);
        this.http = http;
        this.nanos = nanos;
        this.choice = new AtomicReference<>(new Choice(all.getFirst(), nanos.getAsLong()));
    }

    /** Returns the one to use now: the preferred one if none answers. */
    public Gateway current() {
        Choice known = choice.get();
        if (all.size() == 1 || nanos.getAsLong() - known.until < 0) {
            return known.gateway;
        }
        Gateway found = all.stream().filter(this::answers).findFirst().orElse(all.getFirst());
        choice.set(new Choice(found, nanos.getAsLong() + FRESH_NANOS));
        return found;
    }

    /** Returns all of them. */
    public List<Gateway> all() {
        return all;
    }

    private boolean answers(Gateway gateway) {
        HttpRequest request =
                HttpRequest.newBuilder(gateway.endpoint().resolve(HEALTH))
                        .timeout(PATIENCE)
                        .build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status == OK || status == NOT_HERE;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
