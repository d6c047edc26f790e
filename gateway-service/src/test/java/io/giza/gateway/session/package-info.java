/** Sessions of roles: begun, and known again. */
@NullMarked
package io.giza.gateway.session;

import org.jspecify.annotations.NullMarked;
