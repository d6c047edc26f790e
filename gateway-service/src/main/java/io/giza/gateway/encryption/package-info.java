/** Encryption of objects: their bytes in segments, their data keys, and who wraps those. */
@NullMarked
package io.giza.gateway.encryption;

import org.jspecify.annotations.NullMarked;
