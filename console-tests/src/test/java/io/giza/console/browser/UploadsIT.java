package io.giza.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.regex.Pattern;

/** Uploads that everything goes wrong with, and that arrive all the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UploadsIT {
    private static final int SIZE = 300 << 20;
    private static final String OF_300 = "of 300 MiB";

    /** How many of the stores of dc3 are as they should be, as a page shows it. */
    private static final String SOUND =
            "document.querySelectorAll('#live tbody tr:nth-child(3) td.good').length";

    /** What damaged URLs are answered with; browsers note it, and nothing else. */
    private static final Pattern DAMAGE = Pattern.compile(".*(status of 403|net::ERR_FAILED).*");

    private RunningConsole console;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path folder) {
        this.folder = folder;
        console = new RunningConsole(folder.resolve("cluster"));
        try (S3Client s3 = console.s3()) {
            s3.createBucket(bucket -> bucket.bucket("films"));
        }
    }

    @AfterAll
    void stop() {
        console.close();
    }

    @AfterEach
    void nothingElseComplained() {
        assertThat(console.complaints()).allMatch(each -> DAMAGE.matcher(each).matches());
        console.complaints().clear();
    }

    private static MessageDigest sha256() throws Exception {
        return MessageDigest.getInstance("SHA-256");
    }

    @Test
    void aPartThatFailsAPauseAReloadAndAStoppedDataCenterLoseNothing() throws Exception {
        Path film = folder.resolve("film.bin");
        MessageDigest written = sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(film), written)) {
            byte[] block = new byte[1 << 20];
            Random random = new Random(7);
            for (int i = 0; i < SIZE / block.length; i++) {
                random.nextBytes(block);
                out.write(block);
            }
        }
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            Page page = console.signedIn(window);
            damage(
                    page,
                    "partNumber=[35]&",
                    "url.replace(/.$/, last => last === '0' ? '1' : '0')",
                    2);
            page.navigate("/buckets/films");
            page.locator("#files").setInputFiles(film);
            waitForPart(page, 4);
            page.getByLabel("Pause film.bin").click();
            page.getByText("paused").first().waitFor();
            Object damaged = page.evaluate("window.damaged");
            console.cluster().stopDc("dc2");
            page.reload();
            page.getByText("choose the file again").waitFor();
            page.locator("#files").setInputFiles(film);
            page.getByText("1 of 1 uploaded.")
                    .waitFor(new Locator.WaitForOptions().setTimeout(300_000));
            console.cluster().startDc("dc2");
            assertThat(damaged).isEqualTo(2);
        }
        MessageDigest read = sha256();
        try (S3Client s3 = console.s3();
                InputStream in =
                        new DigestInputStream(
                                s3.getObject(get -> get.bucket("films").key("film.bin")), read)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        assertThat(HexFormat.of().formatHex(read.digest()))
                .isEqualTo(HexFormat.of().formatHex(written.digest()));
    }

    /**
     * Has requests of scripts go to a wrong URL. Whoever has Playwright intercept them holds each
     * body in memory, several times.
     *
     * @param which of which URLs, as a pattern
     * @param wrong what of the URL is used instead, as an expression
     * @param times how often
     */
    private static void damage(Page page, String which, String wrong, int times) {
        page.addInitScript(
                """
                window.damaged = 0;
                const open = XMLHttpRequest.prototype.open;
                XMLHttpRequest.prototype.open = function (method, url) {
                    const hit = new RegExp('%s').test(url) && window.damaged < %d;
                    window.damaged += hit ? 1 : 0;
                    return open.call(this, method, hit ? %s : url);
                };
                """
                        .formatted(which, times, wrong));
    }

    private static void waitForPart(Page page, int parts) {
        page.waitForFunction(
                "least => document.querySelector('#upload-list progress')?.value > least",
                parts * 16.0 / 300);
        assertThat(page.locator("#upload-list").textContent()).contains(OF_300);
    }

    @Test
    void aFolderKeepsItsNames() throws Exception {
        Path album = folder.resolve("album");
        Path inner = Files.createDirectories(album.resolve("inner"));
        Files.writeString(inner.resolve("a b.txt"), "one");
        Files.writeString(album.resolve("empty.txt"), "");
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            Page page = console.signedIn(window);
            page.navigate("/buckets/films?prefix=2026%2F");
            page.locator("#folders").setInputFiles(album);
            page.getByText("2 of 2 uploaded.").waitFor();
            assertThat(
                            s3
                                    .listObjectsV2(list -> list.bucket("films").prefix("2026/"))
                                    .contents()
                                    .stream()
                                    .map(each -> each.key()))
                    .containsExactly("2026/album/empty.txt", "2026/album/inner/a b.txt");
        }
    }

    /** The bytes go through the console, part by part, and arrive all the same. */
    @Test
    void whereS3IsNotReachedTheConsolePassesTheBytesOn() throws Exception {
        Path file = folder.resolve("relayed.bin");
        byte[] bytes = new byte[40 << 20];
        new Random(8).nextBytes(bytes);
        Files.write(file, bytes);
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            Page page = console.signedIn(window);
            page.route(url -> url.contains("X-Amz-Signature"), Route::abort);
            page.navigate("/buckets/films");
            page.locator("#files").setInputFiles(file);
            page.getByText("1 of 1 uploaded.").waitFor();
            assertThat(
                            s3.getObjectAsBytes(get -> get.bucket("films").key("relayed.bin"))
                                    .asByteArray())
                    .isEqualTo(bytes);
        }
    }

    /** The file has no blocks on disk, so that this needs room for its fragments alone. */
    @Test
    void theBrowserHoldsNoMoreOfALargeFileThanTheSlicesOnTheirWay() throws Exception {
        Path file = folder.resolve("large.bin");
        long size = Long.getLong("giza.upload-mib", 1024) << 20;
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(size);
        }
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT);
                S3Client s3 = console.s3()) {
            Page page = console.signedIn(window);
            page.navigate("/buckets/films");
            page.locator("#files").setInputFiles(file);
            page.getByText("1 of 1 uploaded.")
                    .waitFor(new Locator.WaitForOptions().setTimeout(3_600_000));
            Map<String, Long> peaks = console.peaks();
            Files.writeString(
                    Path.of("target", "memory.txt"),
                    "a file of %,d bytes, and at most resident: %s%n".formatted(size, peaks));
            assertThat(peaks.get("renderer")).isLessThan(300 << 20);
            assertThat(s3.headObject(head -> head.bucket("films").key("large.bin")).contentLength())
                    .isEqualTo(size);
            s3.deleteObject(delete -> delete.bucket("films").key("large.bin"));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aReplacementIsWatchedToItsEnd() {
        try (BrowserContext window = console.window(1280, ColorScheme.LIGHT)) {
            Page page = console.signedIn(window);
            console.cluster().wipeDc("dc3");
            page.navigate("/overview");
            page.locator(".wants").getByText("dc3").first().waitFor();
            page.navigate("/data-centers");
            page.evaluate("window.isLoadedOnce = true");
            assertThat(page.evaluate(SOUND)).isNotEqualTo(2);
            console.cluster().replaceDc("dc3", OptionalInt.empty());
            page.waitForFunction(
                    "() => " + SOUND + " === 2",
                    null,
                    new Page.WaitForFunctionOptions().setTimeout(180_000));
            assertThat(page.evaluate("window.isLoadedOnce")).isEqualTo(true);
        }
    }
}
