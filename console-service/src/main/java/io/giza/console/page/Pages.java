package io.giza.console.page;

import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

import io.giza.console.session.Session;
import io.giza.console.session.SessionGate;
import io.giza.console.view.Frame;
import io.giza.console.view.SignIn;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Draws pages, each of which is also to be had as JSON with {@code ?format=json}. */
public final class Pages {
    private static final MediaType HTML = new MediaType("text", "html", StandardCharsets.UTF_8);

    private final TemplateEngine templates;
    private final JsonMapper json;

    /** Draws with templates. */
    public Pages(TemplateEngine templates, JsonMapper json) {
        this.templates = templates;
        this.json = json;
    }

    /** Tells whether a request asks for JSON. */
    static boolean wantsJson(HttpServletRequest request) {
        return "json".equals(request.getParameter("format"));
    }

    /** Returns a page for whoever asks. */
    ResponseEntity<String> show(
            HttpServletRequest request, String template, String title, Object model) {
        return show(request, HttpStatus.OK, new Page(template, title, model));
    }

    /**
     * A page.
     *
     * @param template its template, without ".jte"
     * @param model what its template is filled with
     */
    record Page(String template, String title, Object model) {}

    /** Returns a page with another status. */
    ResponseEntity<String> show(HttpServletRequest request, HttpStatus status, Page page) {
        if (wantsJson(request)) {
            JsonNode tree = json.valueToTree(page.model);
            if (tree instanceof ObjectNode object && !object.has("schema")) {
                object.put("schema", "giza.console." + page.template + "/1");
            }
            return ResponseEntity.status(status)
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(json.writeValueAsString(tree));
        }
        Session session = (Session) request.getAttribute(Session.class.getName());
        return ResponseEntity.status(status)
                .contentType(HTML)
                .body(html(page, new Frame(page.title, request.getRequestURI(), session)));
    }

    /**
     * Returns the page on which one signs in.
     *
     * @param accessKey what was typed before
     * @param problem why it was refused; empty if it was not
     */
    public String signIn(String accessKey, String problem) {
        return html(
                new Page("sign-in", "Sign in", new SignIn(accessKey, problem)),
                new Frame("Sign in", "", null));
    }

    private String html(Page page, Frame frame) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("page", frame);
        parameters.put("model", page.model);
        StringOutput output = new StringOutput();
        templates.render(page.template + ".jte", parameters, output);
        return output.toString();
    }

    /** Has the browser load a page after something was changed. */
    static ResponseEntity<String> redirect(String path) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER).location(URI.create(path)).build();
    }

    static Session who(HttpServletRequest request) {
        return SessionGate.session(request);
    }
}
