/** Puts: stripes are coded as they arrive, and one stream per data center uploads its fragment. */
@NullMarked
package io.giza.stripe.write;

import org.jspecify.annotations.NullMarked;
