/** Who somebody is, as an identity provider (OpenID Connect) says: its keys, and its tokens. */
@NullMarked
package io.giza.gateway.identity;

import org.jspecify.annotations.NullMarked;
