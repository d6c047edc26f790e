package io.giza.http;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers of one sentence, for people and for the logs of callers. */
public final class TextAnswer {
    private TextAnswer() {}

    /** Answers with a status and what it means here. */
    public static void send(HttpServletResponse response, int status, String detail)
            throws IOException {
        byte[] text = detail.getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }
}
