/** Tags, grants and locks of versions that are there. */
@NullMarked
package io.giza.gateway.annotation;

import org.jspecify.annotations.NullMarked;
