import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The checks of java.sh. What is written through one data center is read through another. Prints a
 * line for each check; its last one is "N passed, N failed".
 *
 * <p>Usage: java -cp JARS Clients.java ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3
 */
public final class Clients {
    static final int MEBIBYTE = 1 << 20;
    static final String ODD_NAME = "a folder/ü+ä %25";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String BOUNDARY = "a-boundary-of-this-form";

    private final String client;
    private int passed;
    private int failed;

    interface Test {
        void run() throws Exception;
    }

    private Clients(String client) {
        this.client = client;
    }

    public static void main(String[] arguments) {
        // That the one is old, and the other does not know an element that S3 answers too.
        Logger.getLogger("").setLevel(Level.SEVERE);
        List<String> endpoints = List.of(arguments);
        Clients sdk = new Clients("AWS SDK v1");
        new AwsSdk1(endpoints).run(sdk);
        Clients minio = new Clients("minio-java");
        new MinioJava(endpoints).run(minio);
        System.out.printf("%d passed, %d failed%n", sdk.passed + minio.passed, sdk.failed + minio.failed);
        System.exit(0);
    }

    void check(String what, Test test) {
        try {
            test.run();
            passed++;
            System.out.println("PASSED: " + client + ": " + what);
        } catch (Exception | AssertionError failure) {
            failed++;
            System.out.println("FAILED: " + client + ": " + what);
            failure.printStackTrace(System.out);
        }
    }

    static byte[] bytes(int size) {
        byte[] content = new byte[size];
        new Random(7).nextBytes(content);
        return content;
    }

    static void same(Object expected, Object found) {
        if (!expected.equals(found)) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }

    static void sameBytes(byte[] expected, byte[] found) {
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError("other bytes: " + expected.length + " and " + found.length);
        }
    }

    /** Whether the test fails by an exception that has this code. */
    static <E extends Exception> void refused(String code, Class<E> kind, Function<E, String> codeOf, Test test)
            throws Exception {
        try {
            test.run();
        } catch (Exception failure) {
            if (!kind.isInstance(failure)) {
                throw failure;
            }
            same(code, codeOf.apply(kind.cast(failure)));
            return;
        }
        throw new AssertionError("no " + code);
    }

    static HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    static HttpResponse<String> put(String url, String body, String contentType)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", contentType)
                        .PUT(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** Posts a form with a file, as a browser does. */
    static HttpResponse<String> post(String url, Map<String, String> fields, String file)
            throws IOException, InterruptedException {
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> form.append(field(name, "", value)));
        form.append(field("file", "; filename=\"a.txt\"", file)).append("--" + BOUNDARY + "--\r\n");
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                        .POST(BodyPublishers.ofString(form.toString()))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String field(String name, String more, String value) {
        return "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n"
                .formatted(BOUNDARY, name, more, value);
    }
}
