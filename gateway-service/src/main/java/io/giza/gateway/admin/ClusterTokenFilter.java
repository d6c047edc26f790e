package io.giza.gateway.admin;

import io.giza.http.ClusterToken;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lets only calls pass that carry the cluster's token as {@code Authorization: Bearer}; others are
 * answered 401. The comparison takes the same time wherever the tokens differ. A path that goes up
 * and down again, which no call of ours does, is answered 400.
 */
public final class ClusterTokenFilter implements Filter {
    /** Segments that Tomcat takes out of a path and Spring does not. */
    private static final Pattern DOTS = Pattern.compile("/(\\.|%2[eE]){1,2}(?=/|;|$)");

    private final ClusterToken token;
    private final Set<String> openPaths;

    /**
     * Guards a service.
     *
     * @param openPaths paths, compared as they stand, that need none
     */
    public ClusterTokenFilter(ClusterToken token, Set<String> openPaths) {
        this.token = token;
        this.openPaths = Set.copyOf(openPaths);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest call
                && response instanceof HttpServletResponse answer) {
            if (DOTS.matcher(call.getRequestURI()).find()) {
                answer.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            } else if (openPaths.contains(call.getRequestURI())
                    || token.isCarriedBy(call.getHeader("Authorization"))) {
                chain.doFilter(request, response);
            } else {
                answer.setHeader("WWW-Authenticate", "Bearer");
                answer.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            }
            return;
        }
        throw new ServletException("only HTTP is served");
    }
}
