package io.giza.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What other pages, old pages and other people's keys get from a console: a refusal. And how owners
 * of buckets say who gets one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtectionIT {
    private static final String BUCKET = "photos";
    private static final Pattern REFUSED =
            Pattern.compile("(?s).*(status of 40[34]|ERR_BLOCKED_BY_RESPONSE.NotSameOrigin).*");

    private RunningConsole console;

    @BeforeAll
    void start(@TempDir Path folder) {
        console =
                new RunningConsole(
                        folder.resolve("cluster"),
                        each -> each.withExtraAccounts(List.of("other")));
        try (S3Client s3 = console.s3()) {
            s3.createBucket(bucket -> bucket.bucket(BUCKET));
            s3.putObject(
                    put -> put.bucket(BUCKET).key("beach.txt"), RequestBody.fromString("sand"));
        }
    }

    @AfterAll
    void stop() {
        console.close();
    }

    /** Browsers note each refusal, and nothing but those is expected here. */
    @AfterEach
    void nothingElseComplained() {
        assertThat(console.complaints()).allMatch(each -> REFUSED.matcher(each).matches());
        console.complaints().clear();
    }

    private List<String> buckets() {
        try (S3Client s3 = console.s3()) {
            return s3.listBuckets().buckets().stream().map(Bucket::name).toList();
        }
    }

    /** Without this, a list of complaints that is empty would prove nothing. */
    @Test
    void aBrowserTellsWhatThePolicyForbids() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            Page page = console.signedIn(window);
            page.evaluate(
                    "document.body.append(Object.assign(document.createElement('script'),"
                            + " {textContent: 'document.title = \"it ran\"'}))");
            page.evaluate("fetch('http://192.0.2.1/').catch(() => {})");
            assertThat(page.title()).isNotEqualTo("it ran");
            assertThat(console.complaints())
                    .anyMatch(each -> each.contains("script-src"))
                    .anyMatch(each -> each.contains("connect-src"));
            console.complaints().clear();
        }
    }

    /** S3 is another origin of the same site, so that the browser sends the session along. */
    @Test
    void aPageOfAnotherOriginChangesNothing() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            console.signedIn(window);
            Page page = window.newPage();
            URI s3 = console.cluster().endpoints().getFirst().s3();
            page.navigate(s3 + "/" + BUCKET);
            page.evaluate(
                    "url => fetch(url, {method: 'POST', mode: 'no-cors', credentials: 'include',"
                            + " body: new URLSearchParams({name: 'fetched'})}).catch(() => {})",
                    console.url() + "/buckets");
            Response sent =
                    page.waitForResponse(
                            "**/buckets",
                            () ->
                                    page.evaluate(
                                            """
                                            url => {
                                                const html = 'http://www.w3.org/1999/xhtml';
                                                const form = document.createElementNS(html, 'form');
                                                form.method = 'post';
                                                form.action = url;
                                                const name = document.createElementNS(html, 'input');
                                                name.name = 'name';
                                                name.value = 'forged';
                                                form.append(name);
                                                document.documentElement.append(form);
                                                form.submit();
                                            }
                                            """,
                                            console.url() + "/buckets"));
            assertThat(sent.request().headerValue("Cookie")).contains("giza-session=");
            assertThat(sent.status()).isEqualTo(403);
            assertThat(buckets()).doesNotContain("fetched", "forged");
        }
    }

    @Test
    void aFormOfAnEarlierSessionChangesNothing() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            Page old = console.signedIn(window);
            old.navigate("/buckets");
            old.locator("input[name=name]").fill("stale");
            console.signedIn(window);
            Response answer =
                    old.waitForResponse("**/buckets", () -> old.getByText("Create").last().click());
            assertThat(answer.status()).isEqualTo(403);
            old.getByText("from another session").waitFor();
            assertThat(buckets()).doesNotContain("stale");
        }
    }

    @Test
    void bucketsOfAnotherAccountAreRefused() {
        try (BrowserContext own = console.window(1280, ColorScheme.LIGHT);
                BrowserContext others = console.window(1280, ColorScheme.LIGHT)) {
            Page keys = console.signedIn(own);
            keys.navigate("/keys");
            keys.locator("select[name=account]").selectOption("other");
            keys.getByText("Make a key").click();
            Locator made = keys.locator("article dd code");
            made.first().waitFor();
            Page page = others.newPage();
            console.signIn(page, made.first().textContent(), made.last().textContent());
            page.waitForURL("**/buckets");
            assertThat(page.locator("main").textContent())
                    .contains("No buckets yet")
                    .doesNotContain(BUCKET);
            for (String path :
                    List.of(
                            "/buckets/photos",
                            "/buckets/photos/settings",
                            "/buckets/photos/uploads",
                            "/buckets/photos/object?key=beach.txt",
                            "/overview",
                            "/keys")) {
                Response answer = page.navigate(path);
                assertThat(answer.status()).as(path).isEqualTo(403);
                assertThat(page.locator("main").textContent()).as(path).doesNotContain("sand");
            }
            page.navigate("/buckets");
            assertThat(
                            page.evaluate(
                                    """
                                    async () => {
                                        const token = document.querySelector(
                                            'meta[name=giza-token]').content;
                                        const answers = [];
                                        for (const [path, fields] of [
                                            ['/buckets/photos/delete', {key: 'beach.txt'}],
                                            ['/buckets/photos/settings/versioning', {enabled: true}]]) {
                                            answers.push((await fetch(path, {method: 'POST',
                                                redirect: 'manual',
                                                body: new URLSearchParams({token, ...fields})
                                            })).status);
                                        }
                                        return answers.join();
                                    }
                                    """))
                    .isEqualTo("403,403");
        }
    }

    @Test
    void aBucketIsProtectedByForms() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            window.onDialog(dialog -> dialog.accept());
            Page page = console.signedIn(window);
            page.navigate("/buckets");
            page.locator("input[name=name]").fill("records");
            page.locator("input[name=lock]").check();
            RunningConsole.button(page, "Create").click();
            page.waitForURL("**/buckets/records");
            page.navigate("/buckets/records/settings");
            page.locator("select[name=mode]").selectOption("GOVERNANCE");
            page.locator("input[name=count]").fill("3");
            RunningConsole.button(page, "Save lock").click();
            page.getByText("kept for 3 days, in governance mode").waitFor();
            page.locator("textarea[name=policy]")
                    .fill(
                            """
                            {"Version": "2012-10-17", "Statement": [{"Effect": "Allow",
                             "Principal": "*", "Action": "s3:GetObject",
                             "Resource": "arn:aws:s3:::records/*"}]}
                            """);
            RunningConsole.button(page, "Save policy").click();
            page.getByText("public: anybody may do what it allows").waitFor();
            page.getByLabel("Of a policy that lets anybody in").check();
            RunningConsole.button(page, "Save public access").click();
            page.waitForLoadState();
            assertThat(
                            s3.getPublicAccessBlock(get -> get.bucket("records"))
                                    .publicAccessBlockConfiguration()
                                    .restrictPublicBuckets())
                    .isTrue();
            assertThat(page.getByLabel("Of a policy that lets anybody in").isChecked()).isTrue();
            page.locator("textarea[name=policy]").fill("");
            RunningConsole.button(page, "Save policy").click();
            page.getByText("Nobody but this account uses the bucket.").waitFor();
        }
    }
}
