package io.giza.gateway.upload;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

/**
 * Where an upload is.
 *
 * @param key the upload's row
 * @param to the object's
 */
record Place(BucketId bucket, ObjectKey key, Completion.Destination to) {}
