package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.Bytes;

/**
 * Keeps the documents that a bucket is created with. The bucket is there before they are: whoever
 * creates it and is answered 503 asks what became of it, as after any outcome that is unknown.
 *
 * @param rows where they are kept
 */
public record BucketDocuments(SystemRows rows) {
    void keep(Call call, BucketId bucket, BucketConfiguration kind, XmlWriter document) {
        Change change = Change.to(BucketConfiguration.FORMAT, Bytes.copyOf(document.finish()));
        if (rows.change(kind.key(bucket), call.operation(), change)
                instanceof SystemRows.Unavailable failure) {
            throw Failures.unavailable(call.resource(), failure.detail(), true);
        }
    }
}
