/** Rebuilds fragments that are missing or damaged. */
@NullMarked
package io.giza.recovery.fragments;

import org.jspecify.annotations.NullMarked;
