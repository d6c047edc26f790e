/** The client's side of a connection: its limit per address and its least pace. */
@NullMarked
package io.giza.gateway.s3.connection;

import org.jspecify.annotations.NullMarked;
