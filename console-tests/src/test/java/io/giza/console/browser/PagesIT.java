package io.giza.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Every page, for everybody: wide and narrow, light and dark, with and without a mouse. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesIT {
    private static final String HOSTILE = "\"><svg onload=alert(1)>.html";
    private static final Path PICTURES =
            Path.of(System.getProperty("giza.pictures", "target/pictures"));
    private static final int MANY = 10_001;

    /** What the page of the connection asks without a signature, to see the refusal. */
    private static final String CHECK = "/connection-check/none?";

    private RunningConsole console;

    @BeforeAll
    void start(@TempDir Path folder) {
        console = new RunningConsole(folder.resolve("cluster"));
        try (S3Client s3 = console.s3()) {
            s3.createBucket(bucket -> bucket.bucket("photos"));
            s3.putBucketVersioning(
                    put ->
                            put.bucket("photos")
                                    .versioningConfiguration(each -> each.status("Enabled")));
            for (String text : List.of("first", "second", "third")) {
                put(s3, "photos", "notes/plan.txt", "The " + text + " plan.\n");
            }
            put(s3, "photos", "2026/summer/beach.txt", "sand ".repeat(20_000));
            put(s3, "photos", "2026/winter/snow.txt", "snow");
            put(s3, "photos", HOSTILE, "<script>alert(1)</script>");
        }
    }

    @AfterAll
    void stop() {
        console.close();
    }

    @AfterEach
    void nothingComplained() {
        assertThat(console.complaints()).filteredOn(each -> !each.contains(CHECK)).isEmpty();
        console.complaints().clear();
    }

    private static void put(S3Client s3, String bucket, String key, String text) {
        s3.putObject(
                put -> put.bucket(bucket).key(key).contentType("text/plain"),
                RequestBody.fromString(text));
    }

    private static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("overview", "/overview");
        pages.put("buckets", "/buckets");
        pages.put("folder", "/buckets/photos");
        pages.put("object", "/buckets/photos/object?key=2026%2Fsummer%2Fbeach.txt");
        pages.put("versions", "/buckets/photos/object?key=notes%2Fplan.txt");
        pages.put("settings", "/buckets/photos/settings");
        pages.put("uploads", "/buckets/photos/uploads");
        pages.put("data-centers", "/data-centers");
        pages.put("work", "/work");
        pages.put("contention", "/contention");
        pages.put("probe", "/probe");
        pages.put("keys", "/keys");
        pages.put("activity", "/activity");
        pages.put("connection", "/connection");
        return pages;
    }

    @Test
    void everyPageIsForEverybody() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : new int[] {1280, 360}) {
                try (BrowserContext window = console.window(width, scheme)) {
                    Page page = window.newPage();
                    look(page, "sign-in", "/sign-in");
                    page.close();
                    page = console.signedIn(window);
                    for (Map.Entry<String, String> each : pages().entrySet()) {
                        look(page, each.getKey(), each.getValue());
                    }
                    page.navigate("/data-centers");
                    RunningConsole.button(page, "See what a change does").click();
                    page.waitForURL("**/topology");
                    look(page, "topology-change", "");
                    page.navigate("/probe");
                    RunningConsole.button(page, "Probe").click();
                    page.locator("svg.picture").first().waitFor();
                    look(page, "waterfall", "");
                }
            }
        }
    }

    private void look(Page page, String name, String path) {
        if (!path.isEmpty()) {
            page.navigate(path);
        }
        int width = page.viewportSize().width;
        String scheme =
                page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").equals(true)
                        ? "dark"
                        : "light";
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setPath(PICTURES.resolve(name + "-" + scheme + "-" + width + ".png"))
                        .setFullPage(true));
        page.waitForFunction("() => !document.body.textContent.includes('Looking ...')");
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .as("%s, %s, %d wide", name, scheme, width)
                .allSatisfy(each -> assertThat(each.getId() + each.getNodes()).isEmpty());
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .as("%s fits %d", name, width)
                .isLessThanOrEqualTo(width);
    }

    @Test
    void namesAndContentsAreText() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            window.onDialog(
                    dialog -> console.complaints().add("a script ran: " + dialog.message()));
            Page page = console.signedIn(window);
            page.navigate("/buckets/photos");
            page.getByText(HOSTILE, new Page.GetByTextOptions().setExact(true)).click();
            assertThat(page.locator("h1").textContent()).isEqualTo(HOSTILE);
            assertThat(page.locator("pre").textContent()).contains("<script>alert(1)</script>");
            page.navigate(
                    "/buckets/photos?prefix=" + URLEncoder.encode(HOSTILE, StandardCharsets.UTF_8));
        }
    }

    @Test
    void anEarlierVersionIsRestoredAndADeletionIsUndone() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            put(s3, "photos", "poem.txt", "one");
            put(s3, "photos", "poem.txt", "two");
            window.onDialog(dialog -> dialog.accept());
            Page page = console.signedIn(window);
            page.navigate("/buckets/photos/object?key=poem.txt");
            page.getByText("Restore", new Page.GetByTextOptions().setExact(true)).click();
            page.waitForLoadState();
            assertThat(page.locator("pre").textContent()).isEqualTo("one");
            page.navigate("/buckets/photos");
            page.getByLabel("Select poem.txt").check();
            page.locator("#delete").click();
            page.getByText("1 deleted.").waitFor();
            page.navigate("/buckets/photos/object?key=poem.txt");
            page.getByText("Undo the deletion").click();
            page.waitForLoadState();
            assertThat(page.locator("pre").textContent()).isEqualTo("one");
        }
    }

    @Test
    void aLifecycleIsEditedAsAForm() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            Page page = console.signedIn(window);
            page.navigate("/buckets/photos/settings");
            page.getByLabel("Its name").fill("logs");
            page.getByLabel("Names that begin with").fill("logs/");
            page.getByLabel("Objects end after days").fill("30");
            page.getByText("Save rule").click();
            page.getByText("objects end after 30 days").waitFor();
            var rule =
                    s3.getBucketLifecycleConfiguration(get -> get.bucket("photos"))
                            .rules()
                            .getFirst();
            assertThat(rule.filter().prefix()).isEqualTo("logs/");
            assertThat(rule.expiration().days()).isEqualTo(30);
            page.getByLabel("Remove rule logs").click();
            page.getByText("Nothing expires.").waitFor();
        }
    }

    @Test
    void theKeyboardIsEnough() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            Page page = window.newPage();
            page.navigate("/sign-in");
            tabTo(page, "access-key");
            page.keyboard().type(console.cluster().credentials().accessKey());
            tabTo(page, "secret-key");
            page.keyboard().type(console.cluster().credentials().secretKey());
            page.keyboard().press("Enter");
            page.waitForURL("**/overview");
            page.navigate("/buckets");
            tabTo(page, "name");
            page.keyboard().type("by-keyboard");
            tabTo(page, "versioning");
            page.keyboard().press("Space");
            page.keyboard().press("Enter");
            page.waitForURL("**/buckets/by-keyboard");
            page.navigate("/buckets/photos");
            tabTo(page, "key");
            page.keyboard().press("Space");
            assertThat(page.locator("#selected").textContent()).isEqualTo("1 selected");
        }
    }

    /** Presses Tab until a field of a name has the focus, which has to be seen. */
    private static void tabTo(Page page, String name) {
        for (int i = 0; i < 60; i++) {
            page.keyboard().press("Tab");
            if (name.equals(page.evaluate("document.activeElement.name"))) {
                return;
            }
        }
        throw new AssertionError("no Tab leads to " + name);
    }

    @Test
    void tenThousandAndOneKeysArePagedThrough() throws Exception {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            s3.createBucket(bucket -> bucket.bucket("many"));
            try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
                for (int i = 0; i < MANY; i++) {
                    String key = "%05d".formatted(i);
                    pool.execute(() -> put(s3, "many", key, key));
                }
            }
            Page page = console.signedIn(window);
            page.navigate("/buckets/many");
            int seen = page.locator("tbody tr").count();
            while (page.getByText("Next page").count() > 0) {
                page.getByText("Next page").click();
                page.waitForLoadState();
                seen += page.locator("tbody tr").count();
            }
            assertThat(seen).isEqualTo(MANY);
            window.onDialog(dialog -> dialog.accept());
            page.navigate("/buckets/many");
            page.getByLabel("Select all on this page").check();
            page.locator("#delete").click();
            page.getByText("1,000 deleted.").waitFor();
            assertThat(page.locator("tbody th").first().textContent().strip()).isEqualTo("01000");
        }
    }
}
