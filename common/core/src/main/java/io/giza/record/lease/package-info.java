/** Leases of work, as records. */
@NullMarked
package io.giza.record.lease;

import org.jspecify.annotations.NullMarked;
