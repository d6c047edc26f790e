package io.giza.console;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser without scripts: it keeps cookies, and says where its requests come from. */
final class Visitor implements AutoCloseable {
    private static final Pattern TOKEN = Pattern.compile("giza-token\" content=\"([0-9a-f]+)\"");

    private final URI console;
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private String site = "same-origin";
    private String token = "";

    Visitor(int port) {
        this.console = URI.create("http://127.0.0.1:" + port);
    }

    /** Has its requests come from elsewhere, such as "cross-site". */
    Visitor from(String elsewhere) {
        site = elsewhere;
        return this;
    }

    HttpResponse<String> signIn(String key) {
        return form("/sign-in", "access-key=" + key + "&secret-key=any-secret");
    }

    HttpResponse<String> get(String path) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(console.resolve(path)));
        Matcher found = TOKEN.matcher(answer.body());
        if (found.find()) {
            token = found.group(1);
        }
        return answer;
    }

    /** Sends a form with the token of the page that was seen last. */
    HttpResponse<String> post(String path, String fields) {
        return form(path, "token=" + token + "&" + fields);
    }

    HttpResponse<String> form(String path, String fields) {
        return send(
                HttpRequest.newBuilder(console.resolve(path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(fields)));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(
                    request.header("Sec-Fetch-Site", site).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
