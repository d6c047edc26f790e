package io.giza.gateway.annotation;

import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.model.Manifest;
import io.giza.record.AnnotationCodec;
import io.giza.record.AnnotationCodec.Annotation;

import java.util.Optional;

/**
 * Changes what the owner of a version granted. Whether whoever asks may do that is judged on the
 * state of the row right before the record that changes it, so who was refused the list meanwhile
 * does not replace it.
 */
public final class ObjectGranter {
    private final VersionAnnotator annotator;

    /** Grants by an annotator. */
    public ObjectGranter(VersionAnnotator annotator) {
        this.annotator = annotator;
    }

    /** Changes it, or says why not. */
    public TagResult grant(GrantRequest request) {
        return annotator.annotate(
                new VersionAnnotator.Request(
                        request.target(), request.version(), new Change(request)));
    }

    private record Change(GrantRequest request) implements AnnotationChange {
        @Override
        public Annotation annotation(Manifest manifest) {
            return new AnnotationCodec.Granted(request.after(manifest.acl()));
        }

        @Override
        public boolean isSame(Annotation annotation) {
            return annotation instanceof AnnotationCodec.Granted(var list) && request.isSame(list);
        }

        @Override
        public Optional<Failure> refusal(Manifest manifest) {
            return mayFollow(manifest) ? Optional.empty() : Optional.of(new Failure.AccessDenied());
        }

        @Override
        public boolean mayFollow(Manifest manifest) {
            return request.admission().admits(manifest.acl());
        }
    }
}
