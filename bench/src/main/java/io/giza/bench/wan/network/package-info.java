/**
 * A wide-area network within one machine: relays between data centers that delay each direction,
 * bound its rate and lose bytes, as the links and the TCP connections of a real one would.
 */
@NullMarked
package io.giza.bench.wan.network;

import org.jspecify.annotations.NullMarked;
