/** Tests of how container images are built. */
@NullMarked
package io.giza.images;

import org.jspecify.annotations.NullMarked;
