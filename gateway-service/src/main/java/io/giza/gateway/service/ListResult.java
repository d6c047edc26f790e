package io.giza.gateway.service;

import io.giza.model.Manifest;

import java.util.List;
import java.util.Optional;

/** A page of keys. */
public sealed interface ListResult permits ListResult.Page, ObjectService.Failure {
    /**
     * The page.
     *
     * @param objects the objects, in order
     * @param commonPrefixes the groups, in order
     * @param next where the next page starts ({@link ListRequest#after}), empty at the end
     */
    record Page(List<Entry> objects, List<String> commonPrefixes, Optional<String> next)
            implements ListResult {}

    /**
     * One object.
     *
     * @param key its key
     * @param manifest its newest version
     */
    record Entry(String key, Manifest manifest) {}
}
