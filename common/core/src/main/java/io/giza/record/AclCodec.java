package io.giza.record;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;

/**
 * Access control lists, compact binary, within manifests, uploads and annotations.
 *
 * <pre>
 * list       := 1 owner grant*
 * grant      := grantee permission
 * grantee    := 1 account | 2 | 3 | 4     everyone, whoever signed, what delivers logs
 * permission := 1 | 2 | 3 | 4 | 5         read, write, read-acp, write-acp, full-control
 * </pre>
 *
 * where owner and account are canonical ids.
 */
final class AclCodec {
    private static final int FORMAT = 1;

    private AclCodec() {}

    static void write(BinaryWriter writer, AccessControlList list) {
        writer.octet(FORMAT)
                .text(list.ownerId())
                .list(
                        list.grants(),
                        (each, grant) -> {
                            write(each, grant.grantee());
                            each.octet(codeOf(grant.permission()));
                        });
    }

    static AccessControlList read(BinaryReader reader) {
        int format = reader.octet();
        if (format != FORMAT) {
            throw new FormatException(
                    "a list of format " + format + ", this release reads format " + FORMAT);
        }
        return new AccessControlList(
                reader.text(),
                reader.list(each -> new Grant(grantee(each), permissionOf(each.octet()))));
    }

    private static void write(BinaryWriter writer, Grantee grantee) {
        switch (grantee) {
            case Grantee.Account(String id) -> writer.octet(1).text(id);
            case Grantee.Group.ALL_USERS -> writer.octet(2);
            case Grantee.Group.AUTHENTICATED_USERS -> writer.octet(3);
            case Grantee.Group.LOG_DELIVERY -> writer.octet(4);
        }
    }

    private static Grantee grantee(BinaryReader reader) {
        return switch (reader.octet()) {
            case 1 -> new Grantee.Account(reader.text());
            case 2 -> Grantee.Group.ALL_USERS;
            case 3 -> Grantee.Group.AUTHENTICATED_USERS;
            case 4 -> Grantee.Group.LOG_DELIVERY;
            default -> throw new FormatException("unknown kind of grantee");
        };
    }

    private static int codeOf(Permission permission) {
        return switch (permission) {
            case READ -> 1;
            case WRITE -> 2;
            case READ_ACP -> 3;
            case WRITE_ACP -> 4;
            case FULL_CONTROL -> 5;
        };
    }

    private static Permission permissionOf(int code) {
        return switch (code) {
            case 1 -> Permission.READ;
            case 2 -> Permission.WRITE;
            case 3 -> Permission.READ_ACP;
            case 4 -> Permission.WRITE_ACP;
            case 5 -> Permission.FULL_CONTROL;
            default -> throw new FormatException("no permission has the code " + code);
        };
    }
}
