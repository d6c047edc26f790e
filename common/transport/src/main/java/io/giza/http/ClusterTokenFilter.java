package io.giza.http;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets only calls pass that carry the cluster's token as {@code Authorization: Bearer}; others are
 * answered 401. The comparison takes the same time wherever the tokens differ. A path that goes up
 * and down again, which no call of ours does, is answered 400.
 */
public final class ClusterTokenFilter implements Filter {
    /** The one path of a service, other than a gateway, that needs no token. */
    public static final String HEALTH = "/actuator/health";

    private static final int LEAST_TOKEN_CHARACTERS = 8;

    /** Segments that Tomcat takes out of a path and Spring does not. */
    private static final Pattern DOTS = Pattern.compile("/(\\.|%2[eE]){1,2}(?=/|;|$)");

    private final byte[] expected;
    private final Set<String> openPaths;

    /**
     * Guards a service.
     *
     * @param token the cluster's token, at least 8 characters
     * @param openPaths paths, compared as they stand, that need none
     */
    public ClusterTokenFilter(String token, Set<String> openPaths) {
        if (token.length() < LEAST_TOKEN_CHARACTERS) {
            throw new IllegalArgumentException(
                    "giza.cluster-token must have at least "
                            + LEAST_TOKEN_CHARACTERS
                            + " characters; every service of the cluster carries the same one");
        }
        expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        this.openPaths = Set.copyOf(openPaths);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest call
                && response instanceof HttpServletResponse answer) {
            if (DOTS.matcher(call.getRequestURI()).find()) {
                answer.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            } else if (openPaths.contains(call.getRequestURI()) || isCarriedBy(call)) {
                chain.doFilter(request, response);
            } else {
                answer.setHeader("WWW-Authenticate", "Bearer");
                answer.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            }
            return;
        }
        throw new ServletException("only HTTP is served");
    }

    private boolean isCarriedBy(HttpServletRequest call) {
        String given = call.getHeader("Authorization");
        return given != null
                && MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
    }
}
