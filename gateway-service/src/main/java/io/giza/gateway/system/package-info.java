/** Small records of the reserved key space that are neither buckets nor objects. */
@NullMarked
package io.giza.gateway.system;

import org.jspecify.annotations.NullMarked;
