package io.giza.gateway.s3.website;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;

import org.springframework.http.HttpStatus;
import org.springframework.web.util.HtmlUtils;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Renders an error for people, where a web site has no page of its own for it. */
public final class ErrorPage {
    private ErrorPage() {}

    /**
     * Answers with an error.
     *
     * @param ids the ids of this request
     * @param head whether the answer must have no body
     */
    public static void render(Reply reply, S3Exception error, RequestIds ids, boolean head)
            throws IOException {
        error.headers().forEach(reply::header);
        reply.header("x-amz-error-code", error.error().code())
                .header("x-amz-error-message", error.message())
                .header("Content-Type", "text/html; charset=utf-8");
        byte[] page = page(error, ids).getBytes(StandardCharsets.UTF_8);
        var output = reply.start(error.error().status(), page.length);
        if (!head) {
            output.write(ByteBuffer.wrap(page));
        }
    }

    private static String page(S3Exception error, RequestIds ids) {
        int status = error.error().status();
        String title =
                Optional.ofNullable(HttpStatus.resolve(status))
                        .map(each -> status + " " + each.getReasonPhrase())
                        .orElse(Integer.toString(status));
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Code", error.error().code());
        facts.put("Message", error.message());
        facts.putAll(error.details());
        facts.put("RequestId", ids.requestId());
        String items =
                facts.entrySet().stream()
                        .map(
                                fact ->
                                        "<li>%s: %s</li>"
                                                .formatted(
                                                        HtmlUtils.htmlEscape(fact.getKey()),
                                                        HtmlUtils.htmlEscape(fact.getValue())))
                        .collect(Collectors.joining());
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%s</title></head>
                <body><h1>%s</h1><ul>%s</ul></body></html>
                """
                .formatted(title, title, items);
    }
}
