package io.giza.gateway.annotation;

import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.model.Manifest;
import io.giza.record.AnnotationCodec;
import io.giza.record.AnnotationCodec.Annotation;

/** Changes the tags of a version: all of them at once, whatever they were before. */
public final class ObjectTagger {
    private final VersionAnnotator annotator;

    /** Tags by an annotator. */
    public ObjectTagger(VersionAnnotator annotator) {
        this.annotator = annotator;
    }

    /** Gives the version other tags, or says why not. */
    public TagResult tag(TagRequest request) {
        return annotator.annotate(
                new VersionAnnotator.Request(
                        request.target(),
                        request.version(),
                        new Change(new AnnotationCodec.Tags(request.tags()))));
    }

    private record Change(AnnotationCodec.Tags tags) implements AnnotationChange {
        @Override
        public Annotation annotation(Manifest manifest) {
            return tags;
        }

        @Override
        public boolean isSame(Annotation annotation) {
            return tags.equals(annotation);
        }
    }
}
