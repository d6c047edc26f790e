/** The ports over HTTP between services. */
@NullMarked
package io.giza.http;

import org.jspecify.annotations.NullMarked;
