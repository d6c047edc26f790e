package io.giza.console.session;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;

/**
 * Lets only those in who signed in, and only to what their role may. The gateway is asked each time
 * whether the key still works, so a key that was disabled ends its sessions as soon as gateways
 * refuse it.
 */
public final class SessionGate implements HandlerInterceptor {
    /** The header of scripts that carries what forms have in a field of the name {@link #FIELD}. */
    static final String HEADER = "X-Giza-Token";

    /** The field of forms that no other page can fill. */
    static final String FIELD = "token";

    private static final String ATTRIBUTE = Session.class.getName();
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final int UNAUTHENTIC = 401;
    private static final int FORBIDDEN = 403;

    private final SessionCookies cookies;
    private final AdminApi cluster;

    /** Guards handlers. */
    public SessionGate(SessionCookies cookies, AdminApi cluster) {
        this.cookies = cookies;
        this.cluster = cluster;
    }

    /**
     * Returns who asks.
     *
     * @throws IllegalStateException if nobody signed in
     */
    public static Session session(HttpServletRequest request) {
        return find(request)
                .orElseThrow(() -> new IllegalStateException("the gate let a stranger in"));
    }

    static Optional<Session> find(HttpServletRequest request) {
        return Optional.ofNullable((Session) request.getAttribute(ATTRIBUTE));
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!(handler instanceof HandlerMethod method)
                || method.getBeanType() == SignInController.class) {
            return true;
        }
        Optional<Session> session = cookies.read(request).flatMap(this::confirm);
        if (session.isEmpty()) {
            cookies.clear(request, response);
            askToSignIn(request, response);
            return false;
        }
        Session current = cookies.touch(session.get(), request, response);
        if (!READING.contains(request.getMethod()) && !hasToken(request, current)) {
            throw new RefusedException(
                    FORBIDDEN,
                    "This form is from another session: load the page again, and send it again.");
        }
        Role needed = needed(method);
        if (!current.may(needed)) {
            throw new RefusedException(
                    FORBIDDEN,
                    "This takes an access key of the role "
                            + needed.label()
                            + ", and yours has the role "
                            + current.role().label()
                            + ".");
        }
        request.setAttribute(ATTRIBUTE, current);
        return true;
    }

    private Optional<Session> confirm(Session session) {
        try {
            return Optional.of(
                    session.as(SignInController.whoAmI(cluster.whoAmI(session.credentials()))));
        } catch (AdminException e) {
            if (e.status() == UNAUTHENTIC || e.status() == FORBIDDEN) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Role needed(HandlerMethod method) {
        @Nullable Allowed own = method.getMethodAnnotation(Allowed.class);
        @Nullable Allowed ofAll = method.getBeanType().getAnnotation(Allowed.class);
        return own != null ? own.value() : ofAll != null ? ofAll.value() : Role.USER;
    }

    private static boolean hasToken(HttpServletRequest request, Session session) {
        String header = request.getHeader(HEADER);
        String token = header != null ? header : request.getParameter(FIELD);
        return token != null
                && MessageDigest.isEqual(
                        token.getBytes(StandardCharsets.UTF_8),
                        session.token().getBytes(StandardCharsets.UTF_8));
    }

    private static void askToSignIn(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean isScript =
                request.getHeader(HEADER) != null || "json".equals(request.getParameter("format"));
        if (isScript) {
            throw new RefusedException(UNAUTHENTIC, "The session has ended: sign in again.");
        }
        if (request.getHeader("HX-Request") != null) {
            response.setHeader("HX-Redirect", SignInController.PATH);
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            return;
        }
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Location", SignInController.PATH);
    }
}
