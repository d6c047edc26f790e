/**
 * The records that versions of rows hold, and how they become bytes: pure codecs, which know
 * neither Jackson nor HTTP.
 */
@NullMarked
package io.giza.record;

import org.jspecify.annotations.NullMarked;
