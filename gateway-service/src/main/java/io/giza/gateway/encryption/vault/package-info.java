/** Named keys that Vault's transit engine keeps. */
@NullMarked
package io.giza.gateway.encryption.vault;

import org.jspecify.annotations.NullMarked;
