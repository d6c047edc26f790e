/** Tests of the operations, as far as they need no cluster. */
@NullMarked
package io.giza.gateway.object;

import org.jspecify.annotations.NullMarked;
