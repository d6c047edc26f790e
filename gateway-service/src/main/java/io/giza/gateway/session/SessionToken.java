package io.giza.gateway.session;

import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.time.Instant;
import java.util.List;

/**
 * What the token of a session says, sealed by the master key, compact binary.
 *
 * <pre>
 * token    := 1 access-key-id secret account role name assumer policy issued expires
 * assumer  := 1 key account | 2 issuer subject audiences
 * </pre>
 *
 * The first octet is the format; who does not know it refuses the token.
 *
 * @param accessKeyId the id of the session's key
 * @param secret what the session signs with
 * @param account the account of its role
 * @param role the role's name
 * @param name what whoever assumed the role calls the session
 * @param assumer who that is
 * @param policy what takes away from the role's, as JSON; empty for nothing
 * @param issued when it began, in whole seconds
 * @param expires the first moment at which it is no longer good, in whole seconds
 */
record SessionToken(
        String accessKeyId,
        String secret,
        String account,
        String role,
        String name,
        Assumer assumer,
        String policy,
        Instant issued,
        Instant expires) {
    private static final int FORMAT = 1;
    private static final int KEY = 1;
    private static final int IDENTITY = 2;

    byte[] encode() {
        BinaryWriter writer =
                new BinaryWriter()
                        .octet(FORMAT)
                        .text(accessKeyId)
                        .text(secret)
                        .text(account)
                        .text(role)
                        .text(name);
        switch (assumer) {
            case Assumer.Key(String id, String of) -> writer.octet(KEY).text(id).text(of);
            case Assumer.Identity(String issuer, String subject, List<String> audiences) ->
                    writer.octet(IDENTITY)
                            .text(issuer)
                            .text(subject)
                            .list(audiences, BinaryWriter::text);
        }
        return writer.text(policy)
                .count(issued.getEpochSecond())
                .count(expires.getEpochSecond())
                .toArray();
    }

    /**
     * Decodes a token.
     *
     * @throws FormatException if it is of a format that this release does not know
     */
    static SessionToken decode(byte[] bytes) {
        return BinaryReader.decode("session token", bytes, SessionToken::read);
    }

    private static SessionToken read(BinaryReader reader) {
        int format = reader.octet();
        if (format != FORMAT) {
            throw new FormatException("this release reads format 1, not " + format);
        }
        return new SessionToken(
                reader.text(),
                reader.text(),
                reader.text(),
                reader.text(),
                reader.text(),
                assumer(reader),
                reader.text(),
                Instant.ofEpochSecond(reader.count()),
                Instant.ofEpochSecond(reader.count()));
    }

    private static Assumer assumer(BinaryReader reader) {
        int kind = reader.octet();
        return switch (kind) {
            case KEY -> new Assumer.Key(reader.text(), reader.text());
            case IDENTITY ->
                    new Assumer.Identity(
                            reader.text(), reader.text(), reader.list(BinaryReader::text));
            default -> throw new FormatException("nobody who assumes a role has kind " + kind);
        };
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "SessionToken[" + accessKeyId + ", role=" + role + ", name=" + name + "]";
    }
}
