package io.giza.gateway.upload;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

/**
 * Where an upload is.
 *
 * @param key the upload's row
 * @param destination the object's
 */
record UploadLocation(BucketId bucket, ObjectKey key, Completion.Destination destination) {}
