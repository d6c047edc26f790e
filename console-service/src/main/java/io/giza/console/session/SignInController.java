package io.giza.console.session;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.cluster.Credentials;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.InstantSource;

/** Signing in and out. */
@RestController
public final class SignInController {
    /** Where one signs in. */
    static final String PATH = "/sign-in";

    private static final int UNAUTHENTIC = 401;
    private static final int FORBIDDEN = 403;
    private static final int LONGEST = 128;

    private final AdminApi cluster;
    private final SessionCookies cookies;
    private final SignInLimit limit;
    private final SignInPage page;
    private final InstantSource clock;

    /** Draws the page. */
    @FunctionalInterface
    public interface SignInPage {
        /**
         * Returns the page.
         *
         * @param accessKey what was typed before
         * @param problem why it was refused; empty if it was not
         */
        String html(String accessKey, String problem);
    }

    /** Checks keys by asking the cluster. */
    public SignInController(
            AdminApi cluster,
            SessionCookies cookies,
            SignInLimit limit,
            SignInPage page,
            InstantSource clock) {
        this.cluster = cluster;
        this.cookies = cookies;
        this.limit = limit;
        this.page = page;
        this.clock = clock;
    }

    static Session.WhoAmI whoAmI(JsonNode answer) {
        return new Session.WhoAmI(
                answer.path("account").asString(""), Role.of(answer.path("role").asString("")));
    }

    @GetMapping(path = PATH, produces = "text/html;charset=UTF-8")
    String form() {
        return page.html("", "");
    }

    @PostMapping(path = PATH, produces = "text/html;charset=UTF-8")
    ResponseEntity<String> signIn(
            @RequestParam("access-key") String accessKey,
            @RequestParam("secret-key") String secretKey,
            HttpServletRequest request,
            HttpServletResponse response) {
        String key = accessKey.strip();
        String address = request.getRemoteAddr();
        if (!limit.allows(address, key)) {
            return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                    .header("Retry-After", "60")
                    .body(page.html(key, "Too many attempts: wait a minute, and try again."));
        }
        if (key.isEmpty() || key.length() > LONGEST || secretKey.length() > LONGEST) {
            return refused(HttpStatus.BAD_REQUEST, key, "Both keys have 1 to 128 characters.");
        }
        try {
            Credentials credentials = new Credentials(key, secretKey);
            Session.WhoAmI who = whoAmI(cluster.whoAmI(credentials));
            cookies.write(Session.begin(key, secretKey, who, clock.instant()), request, response);
            return ResponseEntity.status(HttpStatus.SEE_OTHER).location(URI.create("/")).build();
        } catch (AdminException e) {
            if (e.status() == UNAUTHENTIC || e.status() == FORBIDDEN) {
                limit.failed(address, key);
                return refused(
                        HttpStatus.UNAUTHORIZED,
                        key,
                        "The cluster does not know this pair of keys, or it is disabled.");
            }
            return refused(HttpStatus.BAD_GATEWAY, key, String.valueOf(e.getMessage()));
        }
    }

    private ResponseEntity<String> refused(HttpStatus status, String key, String problem) {
        return ResponseEntity.status(status).body(page.html(key, problem));
    }

    @PostMapping("/sign-out")
    ResponseEntity<Void> signOut(HttpServletRequest request, HttpServletResponse response) {
        cookies.clear(request, response);
        return ResponseEntity.status(HttpStatus.SEE_OTHER).location(URI.create(PATH)).build();
    }
}
