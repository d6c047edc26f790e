package io.giza.console.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.StandaloneOptions;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A cluster with its console, and a browser that notes whatever it complains about. */
final class RunningConsole implements AutoCloseable {
    private static final Path CHROMIUM =
            Path.of(System.getProperty("giza.chromium", "/usr/bin/chromium"));

    private final StandaloneCluster cluster;
    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    RunningConsole(Path folder) {
        this(folder, options -> options);
    }

    /** Starts them with further options of the cluster. */
    RunningConsole(Path folder, UnaryOperator<StandaloneOptions> further) {
        cluster =
                StandaloneCluster.start(further.apply(StandaloneOptions.in(folder).withConsole()));
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
                        complaints.add(
                                message.type() + ": " + message.text() + " " + message.location());
                    }
                });
        context.onWebError(error -> complaints.add(error.error()));
        return context;
    }

    /** Opens a page of somebody who signed in with the key of the configuration. */
    Page signedIn(BrowserContext context) {
        Page page = context.newPage();
        signIn(page, cluster.credentials().accessKey(), cluster.credentials().secretKey());
        page.waitForURL("**/overview");
        return page;
    }

    /** Signs in, and does not wait for the page that follows. */
    void signIn(Page page, String accessKey, String secretKey) {
        page.navigate("/sign-in");
        page.getByLabel("Access key").fill(accessKey);
        page.getByLabel("Secret key").fill(secretKey);
        page.getByText("Sign in").last().click();
    }

    /** Returns the button of a name. */
    static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /**
     * Returns the most memory that the browser's processes ever had resident, in bytes, those of
     * shared libraries among them: by their kind, such as "renderer", and the largest of a kind.
     */
    Map<String, Long> peaks() {
        Map<String, Long> peaks = new TreeMap<>();
        JsonObject told = browser.newBrowserCDPSession().send("SystemInfo.getProcessInfo");
        for (JsonElement each : told.getAsJsonArray("processInfo")) {
            JsonObject process = each.getAsJsonObject();
            peaks.merge(
                    process.get("type").getAsString(),
                    peak(process.get("id").getAsLong()),
                    Math::max);
        }
        return peaks;
    }

    private static long peak(long process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process + "/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
        cluster.close();
    }
}
