/**
 * How much buckets and accounts hold, as far as a gateway knows, and whether they may hold more.
 */
@NullMarked
package io.giza.gateway.quota;

import org.jspecify.annotations.NullMarked;
