/** Who of several workers does which part of the work. Leases save work; nothing rests on them. */
@NullMarked
package io.giza.lease;

import org.jspecify.annotations.NullMarked;
