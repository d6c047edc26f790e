/**
 * The client's side of a connection: its limits per address, deadlines of request heads, buffers
 * and least pace.
 */
@NullMarked
package io.giza.gateway.s3.connection;

import org.jspecify.annotations.NullMarked;
