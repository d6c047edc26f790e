package io.giza.azure;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.UrlBuilder;

import reactor.core.publisher.Mono;

import java.time.Duration;

/**
 * Tells the service how long it may work at a request. It would otherwise allow itself minutes for
 * some, long after its caller gave up.
 */
final class ServerTimeout implements HttpPipelinePolicy {
    private final String seconds;

    ServerTimeout(Duration timeout) {
        seconds = String.valueOf(Math.max(1, timeout.plusMillis(999).toSeconds()));
    }

    @Override
    public Mono<HttpResponse> process(
            HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
        setTimeout(context.getHttpRequest());
        return next.process();
    }

    @Override
    public HttpResponse processSync(
            HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
        setTimeout(context.getHttpRequest());
        return next.processSync();
    }

    /** Before the retries, and before the request is signed. */
    @Override
    public HttpPipelinePosition getPipelinePosition() {
        return HttpPipelinePosition.PER_CALL;
    }

    private void setTimeout(HttpRequest request) {
        request.setUrl(
                UrlBuilder.parse(request.getUrl())
                        .setQueryParameter("timeout", seconds)
                        .toString());
    }
}
