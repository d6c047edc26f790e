package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.record.RowCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import java.util.List;

/**
 * Scans of rows and the pages that answer them, as JSON in the envelope of {@link MessageCodec}.
 */
public final class ScanCodec {
    private ScanCodec() {}

    /** Encodes a scan. */
    public static byte[] encode(Scan scan) {
        return MessageCodec.JSON.writeValueAsBytes(
                new MessageJson.ScanJson(
                        MessageCodec.FORMAT,
                        scan.epoch(),
                        scan.bucket().value(),
                        scan.prefix(),
                        scan.after(),
                        scan.inclusive(),
                        scan.limit(),
                        // A release that does not know it returns all rows, which is more work.
                        scan.halfVoted() ? true : null));
    }

    /** Decodes a scan. */
    public static Scan decodeScan(byte[] json) {
        return MessageCodec.decode(
                "scan",
                json,
                MessageJson.ScanJson.class,
                s -> {
                    MessageCodec.requireFormat(s.format());
                    return new Scan(
                            s.epoch(),
                            new BucketId(MessageJson.required("bucket", s.bucket())),
                            MessageJson.required("prefix", s.prefix()),
                            MessageJson.required("after", s.after()),
                            s.inclusive(),
                            s.limit(),
                            Boolean.TRUE.equals(s.halfVoted()));
                });
    }

    /** Encodes a page of rows. */
    public static byte[] encode(RowPage page) {
        List<MessageJson.NamedRowJson> rows =
                page.rows().stream()
                        .map(
                                row ->
                                        new MessageJson.NamedRowJson(
                                                row.name(),
                                                MessageJson.base64(RowCodec.encode(row.row()))))
                        .toList();
        return MessageCodec.JSON.writeValueAsBytes(
                new MessageJson.Page(MessageCodec.FORMAT, rows, page.more()));
    }

    /** Decodes a page of rows. */
    public static RowPage decodePage(byte[] json) {
        return MessageCodec.decode(
                "page",
                json,
                MessageJson.Page.class,
                p -> {
                    MessageCodec.requireFormat(p.format());
                    return new RowPage(
                            p.rows().stream()
                                    .map(
                                            row ->
                                                    new NamedRow(
                                                            MessageJson.required(
                                                                    "name", row.name()),
                                                            RowCodec.decode(
                                                                    MessageJson.bytes(row.row()))))
                                    .toList(),
                            p.more());
                });
    }
}
