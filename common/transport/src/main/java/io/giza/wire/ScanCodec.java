package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.record.FormatException;
import io.giza.record.RowCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.wire.MessageFormat.Kind;

/**
 * Scans of rows and the pages that answer them, in the envelope of {@link MessageFormat}.
 *
 * <pre>
 * scan := epoch bucket:16 prefix after inclusive limit undecided
 * page := count (name row)* more
 * </pre>
 */
public final class ScanCodec {
    private ScanCodec() {}

    /** Encodes a scan. */
    public static byte[] encode(Scan scan) {
        return MessageFormat.encode(
                Kind.SCAN,
                to ->
                        to.count(scan.epoch())
                                .uuid(scan.bucket().value())
                                .text(scan.prefix())
                                .text(scan.after())
                                .flag(scan.inclusive())
                                .count(scan.limit())
                                .flag(scan.undecided()));
    }

    /**
     * Decodes a scan.
     *
     * @throws FormatException on anything else
     */
    public static Scan decodeScan(byte[] scan) {
        return MessageFormat.decode(
                Kind.SCAN,
                scan,
                from ->
                        new Scan(
                                from.count(),
                                new BucketId(from.uuid()),
                                from.text(),
                                from.text(),
                                from.flag(),
                                MessageFormat.number(from),
                                from.flag()));
    }

    /** Encodes a page of rows. */
    public static byte[] encode(RowPage page) {
        return MessageFormat.encode(
                Kind.PAGE,
                to ->
                        to.list(
                                        page.rows(),
                                        (each, row) ->
                                                RowCodec.row(each.text(row.name()), row.row()))
                                .flag(page.more()));
    }

    /**
     * Decodes a page of rows.
     *
     * @throws FormatException on anything else
     */
    public static RowPage decodePage(byte[] page) {
        return MessageFormat.decode(
                Kind.PAGE,
                page,
                from ->
                        new RowPage(
                                from.list(row -> new NamedRow(row.text(), RowCodec.row(row))),
                                from.flag()));
    }
}
