package io.giza.hint;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.record.hint.HintRecord;

/**
 * The writes to a key space that a data center missed.
 *
 * @param dc the data center
 * @param space the key space
 * @param writes which writes
 */
public record Hint(DcName dc, BucketId space, HintRecord writes) {}
