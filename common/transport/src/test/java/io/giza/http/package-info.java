/** Tests of the calls between services. */
@NullMarked
package io.giza.http;

import org.jspecify.annotations.NullMarked;
