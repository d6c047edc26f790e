/** How many requests work at a time. */
@NullMarked
package io.giza.gateway.admission;

import org.jspecify.annotations.NullMarked;
