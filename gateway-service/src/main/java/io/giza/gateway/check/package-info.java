/** A client that checks the gateways of all regions from one of them. */
@NullMarked
package io.giza.gateway.check;

import org.jspecify.annotations.NullMarked;
