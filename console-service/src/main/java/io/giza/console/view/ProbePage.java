package io.giza.console.view;

import io.giza.console.picture.Waterfall;

import org.jspecify.annotations.Nullable;

/**
 * A probe, if one was made.
 *
 * @param result what it waited for; null if none was made
 * @param summary in a sentence
 * @param residue why something may be left of it; empty if nothing is
 */
public record ProbePage(@Nullable Waterfall result, String summary, boolean fine, String residue) {}
