package io.giza.console.page;

import io.giza.console.session.RefusedException;
import io.giza.console.storage.Links;
import io.giza.console.storage.Transfers;
import io.giza.console.storage.Transfers.Part;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the page asks for while it uploads: everything but the bytes. */
@RestController
@RequestMapping("/transfers")
public final class TransferController {
    private static final int MOST_SLICES = 10;
    private static final int BAD_REQUEST = 400;
    private static final int LENGTH_REQUIRED = 411;

    private final Transfers transfers;
    private final Links links;

    /** Lets pages upload. */
    public TransferController(Transfers transfers, Links links) {
        this.transfers = transfers;
        this.links = links;
    }

    /**
     * What is asked for.
     *
     * @param uploadId null for an object that is put as a whole
     */
    record Ask(
            String bucket,
            String key,
            @Nullable String uploadId,
            @Nullable String type,
            @Nullable Long size,
            @Nullable List<Links.Slice> slices,
            @Nullable List<Part> parts) {
        Links.Target target() {
            if (bucket == null || key == null || bucket.isEmpty() || key.isEmpty()) {
                throw new RefusedException(BAD_REQUEST, "bucket and key must be given.");
            }
            return new Links.Target(bucket, key, null);
        }

        String upload() {
            return required(uploadId, "uploadId");
        }

        String contentType() {
            return type == null || type.isBlank() ? "application/octet-stream" : type;
        }

        static <T> T required(@Nullable T value, String name) {
            if (value == null) {
                throw new RefusedException(BAD_REQUEST, name + " must be given.");
            }
            return value;
        }
    }

    @PostMapping("/begin")
    Transfers.Begun begin(HttpServletRequest request, @RequestBody Ask ask) {
        return transfers.begin(
                Pages.who(request).credentials(),
                ask.target(),
                ask.contentType(),
                Ask.required(ask.size, "size"));
    }

    @PostMapping("/sign")
    Map<String, List<String>> sign(HttpServletRequest request, @RequestBody Ask ask) {
        List<Links.Slice> slices = Ask.required(ask.slices, "slices");
        if (slices.isEmpty() || slices.size() > MOST_SLICES) {
            throw new RefusedException(BAD_REQUEST, "slices must be 1 to " + MOST_SLICES + ".");
        }
        var who = Pages.who(request).credentials();
        return Map.of(
                "urls",
                ask.uploadId == null
                        ? List.of(
                                links.put(
                                        who,
                                        ask.target(),
                                        ask.contentType(),
                                        slices.getFirst().sha256()))
                        : links.parts(who, ask.target(), ask.uploadId, slices));
    }

    @PostMapping("/parts")
    Map<String, List<Part>> parts(HttpServletRequest request, @RequestBody Ask ask) {
        return Map.of(
                "parts",
                transfers.parts(Pages.who(request).credentials(), ask.target(), ask.upload()));
    }

    @PostMapping("/complete")
    Map<String, String> complete(HttpServletRequest request, @RequestBody Ask ask) {
        transfers.complete(
                Pages.who(request).credentials(),
                ask.target(),
                ask.upload(),
                Ask.required(ask.parts, "parts"));
        return Map.of();
    }

    @PostMapping("/abort")
    Map<String, String> abort(HttpServletRequest request, @RequestBody Ask ask) {
        transfers.abort(Pages.who(request).credentials(), ask.target(), ask.upload());
        return Map.of();
    }

    /** For browsers that do not reach S3: the bytes come here, and go on as they come. */
    @PutMapping("/relay")
    Map<String, String> relay(
            HttpServletRequest request,
            @RequestHeader("X-Giza-Target") String target,
            @RequestHeader("x-amz-checksum-sha256") String sha256,
            @RequestParam(name = "number", defaultValue = "0") int number)
            throws IOException {
        long length = request.getContentLengthLong();
        if (length < 0) {
            throw new RefusedException(LENGTH_REQUIRED, "The length must be given.");
        }
        Transfers.Relay relay = Transfers.Relay.parse(target);
        String type = Objects.requireNonNullElse(request.getContentType(), "");
        return Map.of(
                "etag",
                transfers.relay(
                        Pages.who(request).credentials(),
                        relay,
                        new Links.Slice(number, sha256),
                        new Transfers.Body(request.getInputStream(), length, type)));
    }
}
