/**
 * What the workers of several data centers share: leases on work, and a pace that spares others.
 */
@NullMarked
package io.giza.worker;

import org.jspecify.annotations.NullMarked;
