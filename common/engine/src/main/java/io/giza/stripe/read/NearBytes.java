package io.giza.stripe.read;

/**
 * Bytes of a fragment that did not come from where it lies. How long they took says nothing of how
 * far that is.
 */
public interface NearBytes {}
