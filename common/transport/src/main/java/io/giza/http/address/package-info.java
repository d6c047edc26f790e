/** Which address a client has, whatever proxies stand before it. */
@NullMarked
package io.giza.http.address;

import org.jspecify.annotations.NullMarked;
