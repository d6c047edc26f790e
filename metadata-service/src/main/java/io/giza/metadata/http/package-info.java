/** The HTTP edge of the metadata-service. */
@NullMarked
package io.giza.metadata.http;

import org.jspecify.annotations.NullMarked;
