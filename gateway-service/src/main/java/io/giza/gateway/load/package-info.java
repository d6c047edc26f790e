/** What a gateway had to do lately. */
@NullMarked
package io.giza.gateway.load;

import org.jspecify.annotations.NullMarked;
