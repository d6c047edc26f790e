package io.giza.gateway.s3.exchange;

import io.giza.model.Upload;

import java.util.Map;

/** Over what the stored checksums of an object were taken. */
public final class ChecksumTypes {
    private ChecksumTypes() {}

    /** Returns the type; composite ones end in the number of parts, which base64 never does. */
    public static Upload.Checksum.Type of(Map<String, String> checksums) {
        return checksums.values().stream().anyMatch(value -> value.indexOf('-') >= 0)
                ? Upload.Checksum.Type.COMPOSITE
                : Upload.Checksum.Type.FULL_OBJECT;
    }
}
