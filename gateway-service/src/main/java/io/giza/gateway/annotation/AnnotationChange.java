package io.giza.gateway.annotation;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.record.AnnotationCodec.Annotation;

import java.util.Optional;

/** A change of the annotations of a version, and its conditions. */
interface AnnotationChange {
    /** Returns the annotation of a version that was read. */
    Annotation annotation(Manifest manifest);

    /** Tells whether an annotation of the same operation says this. */
    boolean isSame(Annotation annotation);

    /** Returns the reason to refuse it in a bucket; empty if it is allowed. */
    default Optional<Failure> refusal(BucketRecord bucket) {
        return Optional.empty();
    }

    /** Returns the reason to refuse it in a quorum's state of the version, if any. */
    default Optional<Failure> refusal(Manifest manifest) {
        return Optional.empty();
    }

    /** Whether it must hold against all puts that were chosen before it. */
    default boolean isPromise() {
        return false;
    }

    /** Tells whether it may be said right after a state in which this is said of the version. */
    default boolean mayFollow(Manifest manifest) {
        return true;
    }
}
