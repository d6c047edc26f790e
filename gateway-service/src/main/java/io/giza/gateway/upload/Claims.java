package io.giza.gateway.upload;

import io.giza.gateway.upload.UploadService.Claim;
import io.giza.gateway.upload.UploadService.CompleteRequest;
import io.giza.gateway.upload.UploadService.Expected;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;

import java.util.Map;
import java.util.Optional;

/** Holds what a client says when it completes an upload against what the upload is. */
final class Claims {
    private Claims() {}

    /** Finds what cannot be so, whatever the parts are. */
    static Optional<Contradiction> contradiction(Upload upload, CompleteRequest request) {
        Expected expected = request.expected();
        if (expected.type().isPresent()
                && !expected.type().equals(Optional.of(upload.checksumOrDefault().type()))) {
            return Optional.of(new Contradiction.OtherType(upload.checksum().map(Checksum::type)));
        }
        if (upload.checksum().isEmpty()) {
            return Optional.empty();
        }
        Checksum kind = upload.checksum().get();
        for (String said : expected.checksums().keySet()) {
            if (!said.equals(kind.algorithm())) {
                return Optional.of(new Contradiction.OtherAlgorithm(kind.algorithm(), said));
            }
        }
        return request.claims().stream()
                .flatMap(claim -> contradiction(kind, claim).stream())
                .findFirst();
    }

    private static Optional<Contradiction> contradiction(Checksum kind, Claim claim) {
        for (String said : claim.checksums().keySet()) {
            if (!said.equals(kind.algorithm())) {
                return Optional.of(new Contradiction.WrongPartChecksum(claim.number(), said));
            }
        }
        return kind.type() == Checksum.Type.COMPOSITE && claim.checksums().isEmpty()
                ? Optional.of(
                        new Contradiction.MissingPartChecksum(claim.number(), kind.algorithm()))
                : Optional.empty();
    }

    /**
     * Finds what is not so of the object. A checksum of an upload that was begun without an
     * algorithm is passed over, as S3 does.
     */
    static Optional<Contradiction> contradiction(
            Upload upload, Expected expected, Assembly object) {
        if (expected.size().isPresent() && expected.size().getAsLong() != object.size()) {
            return Optional.of(
                    new Contradiction.WrongSize(expected.size().getAsLong(), object.size()));
        }
        if (upload.checksum().isEmpty()) {
            return Optional.empty();
        }
        for (Map.Entry<String, String> each : expected.checksums().entrySet()) {
            String own = object.checksums().get(each.getKey());
            if (own == null || !isSame(own, each.getValue())) {
                return Optional.of(new Contradiction.WrongChecksum(each.getKey()));
            }
        }
        return Optional.empty();
    }

    /** Clients name a composite checksum with or without the number of parts behind it. */
    private static boolean isSame(String own, String said) {
        int dash = own.indexOf('-');
        return said.equals(own) || (dash >= 0 && said.equals(own.substring(0, dash)));
    }
}
