package io.giza.gateway.upload;

import io.giza.gateway.service.CompletionMismatch;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;

import java.util.Map;
import java.util.Optional;

/** Holds what a client says when it completes an upload against what the upload is. */
final class CompletionValidator {
    private CompletionValidator() {}

    /** Finds what cannot be so, whatever the parts are. */
    static Optional<CompletionMismatch> mismatch(Upload upload, CompleteRequest request) {
        Expected expected = request.expected();
        if (!expected.encryption().isOf(upload.encryption())) {
            return Optional.of(new CompletionMismatch.WrongEncryption());
        }
        if (expected.type().isPresent()
                && !expected.type().equals(Optional.of(upload.checksumOrDefault().type()))) {
            return Optional.of(
                    new CompletionMismatch.WrongChecksumType(
                            upload.checksum().map(Checksum::type)));
        }
        if (upload.checksum().isEmpty()) {
            return Optional.empty();
        }
        Checksum kind = upload.checksum().get();
        for (String declared : expected.checksums().keySet()) {
            if (!declared.equals(kind.algorithm())) {
                return Optional.of(
                        new CompletionMismatch.WrongAlgorithm(kind.algorithm(), declared));
            }
        }
        return request.parts().stream().flatMap(part -> mismatch(kind, part).stream()).findFirst();
    }

    private static Optional<CompletionMismatch> mismatch(Checksum kind, DeclaredPart part) {
        for (String declared : part.checksums().keySet()) {
            if (!declared.equals(kind.algorithm())) {
                return Optional.of(
                        new CompletionMismatch.WrongPartChecksum(part.number(), declared));
            }
        }
        return kind.type() == Checksum.Type.COMPOSITE && part.checksums().isEmpty()
                ? Optional.of(
                        new CompletionMismatch.MissingPartChecksum(part.number(), kind.algorithm()))
                : Optional.empty();
    }

    /**
     * Finds what is not so of the object. A checksum of an upload that was begun without an
     * algorithm is passed over, as S3 does.
     */
    static Optional<CompletionMismatch> mismatch(
            Upload upload, Expected expected, AssembledObject object) {
        if (expected.size().isPresent() && expected.size().getAsLong() != object.size()) {
            return Optional.of(
                    new CompletionMismatch.WrongSize(expected.size().getAsLong(), object.size()));
        }
        if (upload.checksum().isEmpty()) {
            return Optional.empty();
        }
        for (Map.Entry<String, String> each : expected.checksums().entrySet()) {
            String own = object.checksums().get(each.getKey());
            if (own == null || !isSame(own, each.getValue())) {
                return Optional.of(new CompletionMismatch.WrongChecksum(each.getKey()));
            }
        }
        return Optional.empty();
    }

    /** Clients name a composite checksum with or without the number of parts behind it. */
    private static boolean isSame(String own, String declared) {
        int dash = own.indexOf('-');
        return declared.equals(own) || (dash >= 0 && declared.equals(own.substring(0, dash)));
    }
}
