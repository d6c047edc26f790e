/** Which data center operators work at, so that others leave it be. */
@NullMarked
package io.giza.gateway.maintenance;

import org.jspecify.annotations.NullMarked;
