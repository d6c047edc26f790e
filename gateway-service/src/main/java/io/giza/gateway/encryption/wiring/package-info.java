/** The keys of the configuration, and their wiring with Spring. */
@NullMarked
package io.giza.gateway.encryption.wiring;

import org.jspecify.annotations.NullMarked;
