/**
 * Gets: an object's newest version is found, and its bytes are read from the row, from fragments or
 * from parts.
 */
@NullMarked
package io.giza.gateway.read;

import org.jspecify.annotations.NullMarked;
