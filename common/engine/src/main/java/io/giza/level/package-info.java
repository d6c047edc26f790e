/**
 * Which formats the processes of a cluster write: a level that the cluster decides, so that one
 * release may run beside the next (Giza's values are opaque to those who keep them, so it is up to
 * whoever writes and reads them).
 */
@NullMarked
package io.giza.level;

import org.jspecify.annotations.NullMarked;
