/** Gets: which fragments are fetched from whom, what is late, and how stripes are decoded. */
@NullMarked
package io.giza.stripe.read;

import org.jspecify.annotations.NullMarked;
