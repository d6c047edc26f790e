/** Tests of the server for calls between services. */
@NullMarked
package io.giza.http.server;

import org.jspecify.annotations.NullMarked;
