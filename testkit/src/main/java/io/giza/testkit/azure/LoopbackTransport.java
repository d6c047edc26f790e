package io.giza.testkit.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.Context;

import reactor.core.publisher.Mono;

import java.time.Duration;

/**
 * Brings what the SDK of Azure sends over TLS to one host to a port of the loopback, in the clear.
 * So the SDK checks names as in production, and tests need neither certificates nor DNS.
 */
final class LoopbackTransport implements HttpClient {
    private final String host;
    private final int port;
    private final HttpClient client;

    LoopbackTransport(String host, int port, Duration timeout) {
        this.host = host;
        this.port = port;
        this.client =
                new JdkHttpClientBuilder(
                                java.net.http.HttpClient.newBuilder()
                                        .version(java.net.http.HttpClient.Version.HTTP_1_1))
                        .connectionTimeout(timeout)
                        .responseTimeout(timeout)
                        .build();
    }

    private HttpRequest rerouted(HttpRequest request) {
        if (!request.getUrl().getProtocol().equals("https")
                || !request.getUrl().getHost().equals(host)) {
            throw new IllegalStateException("a request to another host: " + request.getUrl());
        }
        return request.copy().setUrl("http://127.0.0.1:" + port + request.getUrl().getFile());
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return Mono.defer(() -> client.send(rerouted(request)));
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        return client.sendSync(rerouted(request), context);
    }
}
