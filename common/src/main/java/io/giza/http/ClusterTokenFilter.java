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

/**
 * Lets only calls pass that carry the cluster's token as {@code Authorization: Bearer}; others are
 * answered 401. The comparison takes the same time wherever the tokens differ.
 */
public final class ClusterTokenFilter implements Filter {
    private static final int LEAST_TOKEN_CHARACTERS = 8;

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
            if (openPaths.contains(call.getRequestURI()) || isCarriedBy(call)) {
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
