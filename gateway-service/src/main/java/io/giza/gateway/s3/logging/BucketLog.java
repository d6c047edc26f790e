package io.giza.gateway.s3.logging;

import io.giza.gateway.s3.document.LoggingConfiguration;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.service.BucketService.Bucket;

import java.util.Optional;

/**
 * Where the records of a bucket go.
 *
 * @param account the name of the account whose bucket it is
 * @param target empty only in a row that says so itself
 */
record BucketLog(String account, Optional<Target> target) {
    static BucketLog of(Bucket bucket, Element document) {
        return new BucketLog(bucket.account(), LoggingConfiguration.read(document).target());
    }
}
