/**
 * Which version of an object a row shows: the newest one, a named one, or what an earlier attempt
 * of the same operation wrote.
 */
@NullMarked
package io.giza.gateway.version;

import org.jspecify.annotations.NullMarked;
