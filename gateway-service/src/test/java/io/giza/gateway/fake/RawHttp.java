package io.giza.gateway.fake;

import io.giza.gateway.s3.auth.TestSigner;

import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One HTTP/1.1 connection on which a test sends exactly the bytes it wants, signed by the SDK. */
public final class RawHttp implements AutoCloseable {
    private final int port;
    private final Socket socket;
    private boolean closeAnnounced;

    /** Connects. */
    public RawHttp(int port) throws IOException {
        this("127.0.0.1", port);
    }

    /** Connects from an address of this machine. */
    public RawHttp(String from, int port) throws IOException {
        this.port = port;
        this.socket = new Socket("127.0.0.1", port, InetAddress.getByName(from), 0);
        this.socket.setSoTimeout(20_000);
    }

    /** A response; names of headers are lower-case. */
    public record Response(int status, Map<String, String> headers, String body) {
        /** Returns the text of the first element of this name, empty if there is none. */
        public String element(String name) {
            int from = body.indexOf("<" + name + ">");
            int to = body.indexOf("</" + name + ">");
            return from < 0 ? "" : body.substring(from + name.length() + 2, to);
        }
    }

    /** A request to be signed. */
    public static final class Ask {
        private final String method;
        private final String rawTarget;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<String, String> unsigned = new LinkedHashMap<>();
        private byte[] body = new byte[0];
        private String accessKey = "gateway-test";
        private String secret = "known-to-tests";
        private String service = "s3";
        private Instant at = Instant.now();
        private boolean signsPayload = true;
        private boolean presetHash;
        private boolean isAnonymous;

        /** Starts a request for a raw target: path, and query if there is one. */
        public Ask(String method, String rawTarget) {
            this.method = method;
            this.rawTarget = rawTarget;
        }

        public Ask header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** Adds a header behind the signature's back, or replaces a signed one. */
        public Ask afterwards(String name, String value) {
            unsigned.put(name.toLowerCase(Locale.ROOT), value);
            return this;
        }

        public Ask body(byte[] content) {
            body = content;
            return this;
        }

        public Ask body(String content) {
            return body(content.getBytes(StandardCharsets.UTF_8));
        }

        public Ask keys(String id, String secretKey) {
            accessKey = id;
            secret = secretKey;
            return this;
        }

        /** Signs for another service than S3. */
        public Ask service(String name) {
            service = name;
            return this;
        }

        public Ask at(Instant instant) {
            at = instant;
            return this;
        }

        public Ask unsignedPayload() {
            signsPayload = false;
            return this;
        }

        /** Leaves the request unsigned. */
        public Ask anonymous() {
            isAnonymous = true;
            return this;
        }

        /** Returns the number of bytes of the body. */
        public int length() {
            return body.length;
        }

        /** Signs this text in the place of the body's digest. */
        public Ask mode(String payloadHash) {
            header("x-amz-content-sha256", payloadHash);
            presetHash = true;
            return this;
        }

        private Map<String, String> signed(int port) {
            if (isAnonymous) {
                header("host", "127.0.0.1:" + port);
                header("content-length", Integer.toString(body.length));
                return headers;
            }
            if (presetHash) {
                header("host", "h").header("content-length", Integer.toString(body.length));
                return TestSigner.sign(method, rawTarget, headers);
            }
            return signedBySdk(port);
        }

        private Map<String, String> signedBySdk(int port) {
            int question = rawTarget.indexOf('?');
            SdkHttpFullRequest.Builder request =
                    SdkHttpFullRequest.builder()
                            .method(SdkHttpMethod.fromValue(method))
                            .protocol("http")
                            .host("127.0.0.1")
                            .port(port)
                            .encodedPath(
                                    question < 0 ? rawTarget : rawTarget.substring(0, question));
            if (question >= 0) {
                for (String pair : rawTarget.substring(question + 1).split("&", -1)) {
                    String[] parts = pair.split("=", 2);
                    request.appendRawQueryParameter(parts[0], parts.length == 1 ? "" : parts[1]);
                }
            }
            headers.forEach(request::putHeader);
            SignedRequest signed = AwsV4HttpSigner.create().sign(signRequest(request.build()));
            Map<String, String> all = new LinkedHashMap<>();
            signed.request()
                    .forEachHeader(
                            (name, v) -> all.put(name.toLowerCase(Locale.ROOT), v.getFirst()));
            all.putIfAbsent("content-length", Integer.toString(body.length));
            all.putAll(unsigned);
            return all;
        }

        private SignRequest<AwsCredentialsIdentity> signRequest(SdkHttpRequest request) {
            return SignRequest.builder(AwsCredentialsIdentity.create(accessKey, secret))
                    .request(request)
                    .payload(ContentStreamProvider.fromByteArray(body))
                    .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, service)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, "mars-north-7")
                    .putProperty(AwsV4FamilyHttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4FamilyHttpSigner.NORMALIZE_PATH, false)
                    .putProperty(AwsV4FamilyHttpSigner.PAYLOAD_SIGNING_ENABLED, signsPayload)
                    .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(at, ZoneOffset.UTC))
                    .build();
        }
    }

    /** Signs and sends a request, and reads the answer. */
    public Response send(Ask ask) throws IOException {
        sendOnly(ask, ask.body.length);
        return read(ask.method.equals("HEAD"));
    }

    /** Signs and sends a request with only the first bytes of its body. */
    public void sendOnly(Ask ask, int bodyBytes) throws IOException {
        StringBuilder head = new StringBuilder();
        head.append(ask.method).append(' ').append(ask.rawTarget).append(" HTTP/1.1\r\n");
        ask.signed(port)
                .forEach(
                        (name, value) ->
                                head.append(name).append(": ").append(value).append("\r\n"));
        write(head + "\r\n");
        socket.getOutputStream().write(ask.body, 0, bodyBytes);
        socket.getOutputStream().flush();
    }

    /** Sends some of the body of a request whose head was sent. */
    public void sendBody(Ask ask, int from, int to) throws IOException {
        socket.getOutputStream().write(ask.body, from, to - from);
    }

    /** Sends text as it is. */
    public void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Sends one byte of a body. */
    public void drip() throws IOException {
        socket.getOutputStream().write('x');
        socket.getOutputStream().flush();
    }

    /** Tells whether something of an answer is there. */
    public boolean hasAnswer() throws IOException {
        return socket.getInputStream().available() > 0;
    }

    /** Says that nothing more will be sent. */
    public void endInput() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads one response. */
    public Response read(boolean head) throws IOException {
        InputStream input = socket.getInputStream();
        String statusLine = line(input);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(input); !line.isEmpty(); line = line(input)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        closeAnnounced = headers.getOrDefault("connection", "").equals("close");
        String length = headers.getOrDefault("content-length", "0");
        byte[] body = input.readNBytes(head ? 0 : Integer.parseInt(length));
        if (!head && body.length < Integer.parseInt(length)) {
            throw new EOFException("body ends after " + body.length + " of " + length);
        }
        return new Response(
                Integer.parseInt(statusLine.split(" ", 3)[1]),
                headers,
                new String(body, StandardCharsets.UTF_8));
    }

    /** Tells whether the last response said that the connection would close. */
    public boolean closeWasAnnounced() {
        return closeAnnounced;
    }

    /** Tells whether the other side has closed the connection. */
    public boolean isClosed() throws IOException {
        return socket.getInputStream().read() < 0;
    }

    private static String line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = input.read(); c != '\n'; c = input.read()) {
            if (c < 0) {
                throw new EOFException("connection closed in the head of a response");
            }
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Reads until the other side closes. */
    public String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Returns the value of Content-MD5. */
    public static String md5(String content) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("MD5")
                            .digest(content.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
