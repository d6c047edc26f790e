package io.giza.gateway.object;

import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.lock.VersionLock;
import io.giza.record.AnnotationCodec;

/** Changes the tags of a version: all of them at once, whatever they were before. */
final class ObjectTagger {
    private static final VersionAnnotator.Condition ALWAYS = (VersionLock _) -> true;

    private final VersionAnnotator annotator;

    ObjectTagger(VersionAnnotator annotator) {
        this.annotator = annotator;
    }

    /** Gives the version other tags, or says why not. */
    TagResult tag(TagRequest request) {
        return annotator.annotate(
                new VersionAnnotator.Request(
                        request.target(),
                        request.version(),
                        new AnnotationCodec.Tags(request.tags()),
                        ALWAYS));
    }
}
