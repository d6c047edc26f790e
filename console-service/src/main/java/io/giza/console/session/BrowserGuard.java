package io.giza.console.session;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What holds for each request before anything of it is looked at: plain HTTP is for loopback alone,
 * only pages of the console change something, and browsers are told what its pages may do.
 */
public final class BrowserGuard extends OncePerRequestFilter {
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final List<String> LOCAL_NAMES = List.of("localhost", "127.0.0.1", "[::1]");

    private final String policy;

    /**
     * Guards pages.
     *
     * @param s3Urls where browsers reach gateways
     */
    public BrowserGuard(Collection<URI> s3Urls) {
        String urls =
                s3Urls.stream().map(URI::toString).distinct().collect(Collectors.joining(" "));
        this.policy =
                String.join(
                        "; ",
                        "default-src 'none'",
                        "script-src 'self'",
                        "style-src 'self'",
                        "img-src 'self' data: " + urls,
                        "connect-src 'self' " + urls,
                        "form-action 'self'",
                        "frame-ancestors 'none'",
                        "base-uri 'none'");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        addHeaders(request, response);
        if (isManagement(request.getRequestURI())) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        if (!request.isSecure() && !isLocal(request)) {
            refuse(
                    response,
                    "The console takes plain HTTP from this machine alone, since what is typed here"
                            + " opens the cluster: give it a certificate (server.ssl.bundle), or put"
                            + " it behind a proxy that has one.");
        } else if (!READING.contains(request.getMethod()) && !isSameOrigin(request)) {
            refuse(
                    response,
                    "Only pages of the console itself may change something, and this request is not"
                            + " from one.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** What a process tells of itself, but for its health, is for a port of its own. */
    private static boolean isManagement(String path) {
        return path.startsWith("/actuator") && !path.startsWith("/actuator/health");
    }

    private void addHeaders(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", policy);
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        if (request.isSecure()) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
        if (!request.getRequestURI().startsWith("/assets/")) {
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        }
    }

    /** A name that somebody made lead here is none of this machine's. */
    private static boolean isLocal(HttpServletRequest request) {
        String host = request.getHeader(HttpHeaders.HOST);
        if (host == null || !isLoopback(request.getRemoteAddr())) {
            return false;
        }
        String name = host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        return LOCAL_NAMES.contains(name) && request.getHeader("X-Forwarded-For") == null;
    }

    private static boolean isLoopback(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Browsers say where a request comes from, and no page can have them say something else. */
    private static boolean isSameOrigin(HttpServletRequest request) {
        return "same-origin".equals(request.getHeader("Sec-Fetch-Site"));
    }

    private static void refuse(HttpServletResponse response, String sentence) throws IOException {
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.getWriter().write(sentence + "\n");
    }
}
