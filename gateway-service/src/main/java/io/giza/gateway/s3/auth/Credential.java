package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.auth.AuthFaults.Source;
import io.giza.signature.CredentialScope;

import java.util.Arrays;

/**
 * The credential that a signature claims: KEY/DATE/REGION/SERVICE/aws4_request.
 *
 * @param accessKeyId who claims to have signed; may hold slashes, which the scope's parts may not
 * @param scope where and when
 */
record Credential(String accessKeyId, CredentialScope scope) {
    private static final int PARTS = 5;

    static Credential parse(String text, Source source, String service) {
        String[] parts = text.split("/", -1);
        int last = parts.length - 1;
        boolean endsWithTerminator =
                last >= PARTS - 1
                        && parts[last].equals(CredentialScope.TERMINATOR)
                        && parts[last - 1].equals(service);
        if (parts.length != PARTS && !endsWithTerminator) {
            throw source.credential();
        }
        if (!endsWithTerminator) {
            throw parts[last].equals(CredentialScope.TERMINATOR)
                    ? source.service(parts[last - 1], service)
                    : source.terminal(parts[last]);
        }
        if (!parts[last - 3].matches("\\d{8}")) {
            throw source.dateFormat(parts[last - 3]);
        }
        String accessKeyId = String.join("/", Arrays.asList(parts).subList(0, last - 3));
        return new Credential(
                accessKeyId, new CredentialScope(parts[last - 3], parts[last - 2], service));
    }

    void checkDay(String timestamp, Source source) {
        if (!timestamp.startsWith(scope.date())) {
            throw source.dateMismatch(scope.date(), timestamp.substring(0, 8));
        }
    }
}
