/** Tests of sockets. */
@NullMarked
package io.giza.http.socket;

import org.jspecify.annotations.NullMarked;
