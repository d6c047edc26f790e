package io.giza.console.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;

/**
 * Keeps sessions in browsers: over TLS in a cookie that belongs to this host alone, which the
 * prefix {@code __Host-} has browsers guarantee; on plain loopback in one without that prefix.
 */
public final class SessionCookies {
    private static final String SECURE = "__Host-giza-session";
    private static final String LOCAL = "giza-session";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SessionSealer sealer;
    private final InstantSource clock;
    private final Duration idle;
    private final Duration longest;

    /**
     * Keeps sessions.
     *
     * @param idle how long one lasts that is not used
     * @param longest how long one lasts at most
     */
    public SessionCookies(
            SessionSealer sealer, InstantSource clock, Duration idle, Duration longest) {
        this.sealer = sealer;
        this.clock = clock;
        this.idle = idle;
        this.longest = longest;
    }

    /** Returns the session of a request; empty if there is none, or it has ended. */
    Optional<Session> read(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        return Arrays.stream(cookies)
                .filter(each -> each.getName().equals(name(request)))
                .findFirst()
                .flatMap(each -> sealer.open(each.getValue()))
                .filter(session -> !session.hasEnded(now, idle, longest));
    }

    /** Has the browser keep a session in the place of what it had. */
    void write(Session session, HttpServletRequest request, HttpServletResponse response) {
        add(sealer.seal(session), Duration.ofSeconds(-1), request, response);
    }

    /** Has the browser forget it. */
    void clear(HttpServletRequest request, HttpServletResponse response) {
        add("", Duration.ZERO, request, response);
    }

    /** Notes that a session is in use, at most once a minute. */
    Session touch(Session session, HttpServletRequest request, HttpServletResponse response) {
        Instant now = clock.instant();
        if (now.isBefore(session.used().plus(MINUTE))) {
            return session;
        }
        Session used = session.usedAt(now);
        write(used, request, response);
        return used;
    }

    private static String name(HttpServletRequest request) {
        return request.isSecure() ? SECURE : LOCAL;
    }

    private static void add(
            String value, Duration age, HttpServletRequest request, HttpServletResponse response) {
        ResponseCookie cookie =
                ResponseCookie.from(name(request), value)
                        .httpOnly(true)
                        .secure(request.isSecure())
                        .sameSite("Strict")
                        .path("/")
                        .maxAge(age)
                        .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }
}
