package io.giza.console.page;

import io.giza.console.cluster.Gateways;
import io.giza.console.view.ConnectionPage;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;

import javax.net.ssl.SSLException;

/** Whether a browser reaches S3, and what is wrong if it does not. */
@RestController
public final class ConnectionController {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Pages pages;
    private final Gateways gateways;
    private final HttpClient http;
    private final InstantSource clock;

    /** Looks at gateways. */
    public ConnectionController(
            Pages pages, Gateways gateways, HttpClient http, InstantSource clock) {
        this.pages = pages;
        this.gateways = gateways;
        this.http = http;
        this.clock = clock;
    }

    @GetMapping("/connection")
    ResponseEntity<String> show(HttpServletRequest request) {
        ConnectionPage page =
                new ConnectionPage(
                        clock.millis(),
                        gateways.all().stream().map(each -> look(each.s3Url())).toList());
        return pages.show(request, "connection", "Connection", page);
    }

    private ConnectionPage.Url look(URI url) {
        try {
            var _ = InetAddress.getByName(url.getHost());
            HttpRequest request =
                    HttpRequest.newBuilder(url.resolve("/")).timeout(PATIENCE).build();
            HttpResponse<Void> answer = http.send(request, BodyHandlers.discarding());
            boolean isS3 = answer.headers().firstValue("x-amz-request-id").isPresent();
            return new ConnectionPage.Url(
                    url.toString(),
                    isS3
                            ? "The console reaches S3 there."
                            : "Something answers there that is no S3: is the path or a proxy wrong?",
                    isS3);
        } catch (UnknownHostException e) {
            return failed(url, "The name " + url.getHost() + " leads nowhere.");
        } catch (SSLException e) {
            return failed(url, "The certificate is not trusted: " + e.getMessage());
        } catch (ConnectException e) {
            return failed(url, "Nothing listens there, as the console sees it.");
        } catch (IOException e) {
            return failed(url, "No answer, as the console sees it: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(url, "The console is ending.");
        }
    }

    private static ConnectionPage.Url failed(URI url, String why) {
        return new ConnectionPage.Url(url.toString(), why, false);
    }
}
