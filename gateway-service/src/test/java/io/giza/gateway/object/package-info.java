/** Tests of what operations are made of, each part by itself. */
@NullMarked
package io.giza.gateway.object;

import org.jspecify.annotations.NullMarked;
