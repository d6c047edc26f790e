/** Sockets of services and of those who call them. */
@NullMarked
package io.giza.http.socket;

import org.jspecify.annotations.NullMarked;
