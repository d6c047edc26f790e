/** Roles that can be assumed for a while, and the temporary credentials of whoever did. */
@NullMarked
package io.giza.gateway.session;

import org.jspecify.annotations.NullMarked;
