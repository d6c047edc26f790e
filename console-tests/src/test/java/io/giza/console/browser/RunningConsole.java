package io.giza.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;

import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.StandaloneOptions;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cluster with its console, and a browser that notes whatever it complains about. */
final class RunningConsole implements AutoCloseable {
    private static final Path CHROMIUM =
            Path.of(System.getProperty("giza.chromium", "/usr/bin/chromium"));

    private final StandaloneCluster cluster;
    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new ArrayList<>();

    RunningConsole(Path folder) {
        cluster = StandaloneCluster.start(StandaloneOptions.in(folder).withConsole());
        playwright =
                Playwright.create(
                        new Playwright.CreateOptions()
                                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(CHROMIUM)
                                        .setArgs(List.of("--no-sandbox")));
    }

    StandaloneCluster cluster() {
        return cluster;
    }

    URI url() {
        return cluster.console().orElseThrow();
    }

    S3Client s3() {
        return S3Client.builder()
                .endpointOverride(cluster.endpoints().getFirst().s3())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(
                                        cluster.credentials().accessKey(),
                                        cluster.credentials().secretKey())))
                .build();
    }

    /** What browsers complained about: errors of scripts, and what the policy forbids. */
    List<String> complaints() {
        return complaints;
    }

    /** Opens a window that nobody signed in with. */
    BrowserContext window(int width, ColorScheme scheme) {
        BrowserContext context =
                browser.newContext(
                        new Browser.NewContextOptions()
                                .setBaseURL(url().toString())
                                .setViewportSize(width, 900)
                                .setColorScheme(scheme));
        context.setDefaultTimeout(60_000);
        context.onConsoleMessage(
                message -> {
                    if (!message.type().equals("log") && !message.type().equals("info")) {
                        complaints.add(message.type() + ": " + message.text());
                    }
                });
        context.onWebError(error -> complaints.add(error.error()));
        return context;
    }

    /** Opens a page of somebody who signed in with the key of the configuration. */
    Page signedIn(BrowserContext context) {
        Page page = context.newPage();
        page.navigate("/sign-in");
        page.getByLabel("Access key").fill(cluster.credentials().accessKey());
        page.getByLabel("Secret key").fill(cluster.credentials().secretKey());
        page.getByText("Sign in").last().click();
        page.waitForURL("**/overview");
        return page;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
        cluster.close();
    }
}
