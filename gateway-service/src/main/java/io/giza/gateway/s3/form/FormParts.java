package io.giza.gateway.s3.form;

import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a form, one after the other: small fields, and then the file, whose bytes are
 * streamed. What comes after the file is not looked at, as at S3.
 *
 * <p>Apache Commons FileUpload is not used, because it knows requests only as servlets do.
 */
public final class FormParts {
    /** All fields before the file, with their headers, in bytes. */
    static final int MAX_FIELDS_BYTES = 20 << 10;

    private static final int MAX_LINE_BYTES = 4 << 10;
    private static final int MAX_LINES = 20;
    private static final int FIRST_BYTES = 512;
    private static final Pattern BOUNDARY =
            Pattern.compile(
                    "multipart/form-data\\s*;(?:.*;)?\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))"
                            + "\\s*(?:;.*)?",
                    Pattern.CASE_INSENSITIVE);
    private final DelimitedInput input;
    private final ByteBudget.Reservation memory;
    private int left = MAX_FIELDS_BYTES;

    /**
     * Begins to read a form.
     *
     * @param contentType the header of that name
     * @param memory what is held of it
     * @throws S3Exception PreconditionFailed if it is no form, MalformedPOSTRequest if it has no
     *     boundary
     */
    public FormParts(String contentType, InputStream body, ByteBudget.Reservation memory) {
        if (!contentType.toLowerCase(Locale.ROOT).startsWith("multipart/form-data")) {
            throw new S3Exception(S3Error.PRECONDITION_FAILED)
                    .with(
                            "Condition",
                            "Bucket POST must be of the enclosure-type multipart/form-data");
        }
        Matcher matcher = BOUNDARY.matcher(contentType);
        if (!matcher.matches()) {
            throw malformed();
        }
        this.memory = memory;
        String boundary = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        // The first delimiter may be the first thing in the body, without the end of a line.
        this.input =
                new DelimitedInput(
                        body,
                        ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1),
                        new byte[] {'\r', '\n'},
                        memory);
    }

    /**
     * The fields before the file.
     *
     * @param fields value by lower-case name
     * @param fileName what the browser calls the file, without its folder
     */
    record Fields(Map<String, String> fields, String fileName) {}

    /**
     * Reads up to the first byte of the file.
     *
     * @throws S3Exception MalformedPOSTRequest, MaxPostPreDataLengthExceeded or InvalidArgument
     */
    Fields readFields() throws IOException {
        try {
            readText();
            Map<String, String> fields = new LinkedHashMap<>();
            while (true) {
                if (!isAnotherPart()) {
                    throw new S3Exception(
                                    S3Error.INVALID_ARGUMENT,
                                    "POST requires exactly one file upload per request.")
                            .with("ArgumentName", "file")
                            .with("ArgumentValue", "0");
                }
                Map<String, String> parameters = readHead();
                String name = parameters.get("name");
                if (name == null || name.isEmpty()) {
                    throw malformed();
                }
                if (name.equalsIgnoreCase("file")) {
                    return new Fields(fields, baseName(parameters.getOrDefault("filename", "")));
                }
                if (fields.put(name.toLowerCase(Locale.ROOT), readText()) != null) {
                    throw malformed();
                }
            }
        } catch (EOFException e) {
            throw malformed();
        } catch (SocketTimeoutException e) {
            throw new S3Exception(S3Error.REQUEST_TIMEOUT);
        }
    }

    /**
     * Reads bytes of the file; -1 after the last one.
     *
     * @throws S3Exception MalformedPOSTRequest if the form ends before the file does
     */
    int readFile(byte[] target, int offset) throws IOException {
        try {
            return input.read(target, offset, target.length - offset);
        } catch (EOFException e) {
            throw malformed();
        } catch (SocketTimeoutException e) {
            throw new S3Exception(S3Error.REQUEST_TIMEOUT);
        } catch (IOException e) {
            if (e.getCause() instanceof EOFException) {
                throw malformed();
            }
            if (e.getCause() instanceof SocketTimeoutException) {
                throw new S3Exception(S3Error.REQUEST_TIMEOUT);
            }
            throw e;
        }
    }

    /** After a delimiter comes the end of the line, or two hyphens where the form ends. */
    private boolean isAnotherPart() throws IOException {
        String rest = line().strip();
        if (!rest.isEmpty() && !rest.equals("--")) {
            throw malformed();
        }
        return rest.isEmpty();
    }

    private Map<String, String> readHead() throws IOException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int lines = 0; ; lines++) {
            String line = line();
            if (line.isEmpty()) {
                return parameters;
            }
            if (lines == MAX_LINES) {
                throw malformed();
            }
            if (line.toLowerCase(Locale.ROOT).startsWith("content-disposition:")) {
                readParameters(line, parameters);
            }
        }
    }

    /** Reads name="value" after semicolons; a quote or a backslash in a value has one before it. */
    private static void readParameters(String line, Map<String, String> parameters) {
        int at = line.indexOf(';');
        while (at >= 0) {
            int equals = line.indexOf('=', at);
            if (equals < 0) {
                return;
            }
            String name = line.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
            StringBuilder value = new StringBuilder();
            at = readValue(line, equals + 1, value);
            parameters.put(name, value.toString());
            at = line.indexOf(';', at);
        }
    }

    private static int readValue(String line, int from, StringBuilder value) {
        if (!line.startsWith("\"", from)) {
            int semicolon = line.indexOf(';', from);
            int end = semicolon < 0 ? line.length() : semicolon;
            value.append(line, from, end);
            return end;
        }
        for (int at = from + 1; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '"') {
                return at + 1;
            }
            boolean escape = c == '\\' && at + 1 < line.length();
            if (escape && (line.charAt(at + 1) == '"' || line.charAt(at + 1) == '\\')) {
                at++;
            }
            value.append(line.charAt(at));
        }
        throw malformed();
    }

    private String line() throws IOException {
        try {
            byte[] line = input.line(MAX_LINE_BYTES);
            take(line.length + 2);
            return text(line, line.length);
        } catch (DelimitedInput.LineTooLong e) {
            throw malformed();
        }
    }

    private String readText() throws IOException {
        byte[] content = new byte[FIRST_BYTES];
        int length = 0;
        while (true) {
            if (length == content.length) {
                content = Arrays.copyOf(content, 2 * length);
            }
            int count = input.read(content, length, content.length - length);
            if (count < 0) {
                return text(content, length);
            }
            take(count);
            length += count;
        }
    }

    /** What a field is kept as takes some two bytes for each of it. */
    private void take(int count) {
        memory.take(2L * count);
        left -= count;
        if (left <= 0) {
            throw new S3Exception(S3Error.MAX_POST_PRE_DATA_LENGTH_EXCEEDED)
                    .with("MaxSizeAllowed", Integer.toString(MAX_FIELDS_BYTES));
        }
    }

    private static String text(byte[] bytes, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed();
        }
    }

    /** Some browsers send the whole path. */
    private static String baseName(String fileName) {
        int slash = Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\'));
        return fileName.substring(slash + 1);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_POST_REQUEST);
    }
}
